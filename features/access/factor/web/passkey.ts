type Json = Record<string, unknown>

/** The browser's side of WebAuthn, loaded when it is needed. */
const browser = () => import('@simplewebauthn/browser')

/** Whether this browser, at this address, can use passkeys: they need https or localhost. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isSecureContext

/** Asks the person for one of their passkeys. */
export async function showPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await browser()
  return { ...(await startAuthentication({ optionsJSON: options as never })) }
}

/** Asks the person to make a passkey. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await browser()
  return { ...(await startRegistration({ optionsJSON: options as never })) }
}
