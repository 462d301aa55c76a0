/** The secret of an authenticator app: a QR code to scan, and the same as text. */

export interface TotpSecretProps {
  readonly setup: {
    /** The `otpauth` address. */
    readonly uri: string;
    /** The address as an SVG image. */
    readonly qr: string;
    readonly secret: string;
  };
  readonly words: {
    /** Says what to do with the QR code. */
    readonly scan: string;
    /** Describes the QR code. */
    readonly qr: string;
    /** Leads to an app on the same device, which cannot scan its own screen. */
    readonly openApp: string;
    /** Stands before the secret. */
    readonly orType: string;
  };
  readonly classes: {
    readonly text?: string | undefined;
    readonly qr?: string | undefined;
    readonly openApp?: string | undefined;
    readonly secret?: string | undefined;
  };
}

/**
 * Shows the secret of an authenticator app, as a QR code and as text.
 * @example <TotpSecret setup={setup} words={words} classes={{}} />
 * @see `docs/react.md`
 */
export function TotpSecret({ setup, words, classes }: TotpSecretProps) {
  return (
    <>
      <p className={classes.text}>{words.scan}</p>
      <img
        className={classes.qr}
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr)}`}
        alt={words.qr}
        width={200}
        height={200}
      />
      <a className={classes.openApp} href={setup.uri}>
        {words.openApp}
      </a>
      <p className={classes.text}>
        {words.orType}{' '}
        <code className={classes.secret} data-totp-secret="">
          {setup.secret}
        </code>
      </p>
    </>
  );
}
