import { timingSafeEqual } from 'node:crypto'
import { generateSecret, generateSync, generateURI } from 'otplib'
import { toString as drawQr } from 'qrcode'

/** Seconds for which an authenticator app shows a code. A clock that is one step off is accepted. */
const PERIOD = 30

export const newAppSecret = (): string => generateSecret()

/** The QR code that an app scans, as a data URL. */
export async function qrOf(secret: string, label: string): Promise<string> {
  const uri = generateURI({ issuer: 'Rostrum', label, secret })
  const svg = await drawQr(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** The step whose code this is: the current, the previous or the next one; otherwise undefined. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / PERIOD)
  // All three are compared, so that the response time reveals nothing.
  const matching = [current - 1, current, current + 1].filter(step => {
    const expected = Buffer.from(generateSync({ secret, epoch: step * PERIOD }))
    const given = Buffer.from(code)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return matching.at(-1)
}
