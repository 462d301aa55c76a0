/** Of browsers and of Node alike: this package has the types of neither. */
declare class URL {
  constructor(address: string, base?: string);
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly hostname: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
