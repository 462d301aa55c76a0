/** What each way to prove is given. */
export interface ProofProps {
  /** Called once, when the server took the proof. */
  readonly onProved: () => void;
  readonly onCancel: () => void;
  /** What the call was refused with. */
  readonly refused?: unknown;
}
