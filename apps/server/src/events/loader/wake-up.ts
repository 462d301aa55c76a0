/** A notification that is kept until it is waited for, so that none is lost between a look and the wait. */
export class WakeUp {
  #notified = false;
  #resolve: () => void = () => {};

  notify(): void {
    this.#notified = true;
    this.#resolve();
  }

  /** To be called before a look at what the notifications are about. */
  forget(): void {
    this.#notified = false;
  }

  /** Resolves immediately if there was a notification since `forget`. */
  wait(): Promise<void> {
    return this.#notified ? Promise.resolve() : new Promise(resolve => (this.#resolve = resolve));
  }
}
