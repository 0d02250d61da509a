import { randomUUID } from 'node:crypto'
import type { Language } from '#contract/fields.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import { escapeHtml } from './mailPage.ts'
import { insertMails } from './queries.ts'
import type { MailContext } from './queueMail.ts'
import type { TwilioSettings } from './settings.ts'

/** A provider of text messages. Answers why not, or undefined when it took the message. */
export interface SmsProvider {
  readonly name: string
  send(to: string, text: string): Promise<{ reason: string; forGood: boolean } | undefined>
}

/** The provider that the settings name; undefined when texts are kept in the outbox. */
export const smsProviderOf = ({ settings }: Pick<Frame, 'settings'>): SmsProvider | undefined =>
  settings.twilio && twilio(settings.twilio)

/** Whether texts go out, for /healthz. */
export const smsStatus = (frame: Pick<Frame, 'settings'>): PartStatus =>
  smsProviderOf(frame) ? 'ok' : 'off: TWILIO_ACCOUNT_SID is not set, text messages are kept in the outbox'

/** Milliseconds that a provider gets. A text has no number by which a repeat would be known. */
const PATIENCE = 30_000
/** What keeps a request from reaching the provider at all. */
const unreached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/** Twilio's REST API: one message by `POST /2010-04-01/Accounts/{sid}/Messages.json`, form-encoded, HTTP Basic. */
function twilio({ url, accountSid, authToken, from }: TwilioSettings): SmsProvider {
  const sender: Record<string, string> = from.startsWith('+') ? { From: from } : { MessagingServiceSid: from }
  return {
    name: 'Twilio',
    send: async (to, text) => {
      try {
        const answer = await fetch(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
          method: 'POST',
          headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
          body: new URLSearchParams({ To: to, Body: text, ...sender }),
          redirect: 'error',
          signal: AbortSignal.timeout(PATIENCE),
        })
        if (answer.ok) return undefined
        const { code, message } = (await answer.json().catch(() => ({}))) as { code?: number; message?: string }
        const reason = `Twilio ${code ?? answer.status}: ${message ?? 'no reason given'}`.slice(0, 300)
        return { reason, forGood: answer.status >= 400 && answer.status < 500 && answer.status !== 429 }
      } catch (error) {
        // A text that may have been sent is not sent twice: a recipient who waits for a code asks for another.
        const isUnreached = unreached.has((error as { cause?: { code?: string } }).cause?.code ?? '')
        if (isUnreached) return { reason: 'Twilio does not answer', forGood: false }
        return { reason: 'Twilio took the request and did not answer: the text may have been sent', forGood: true }
      }
    },
  }
}

/** A text message to write. */
export interface SmsDraft {
  readonly key: string
  readonly organisationId: string | null
  /** E.164. */
  readonly recipient: string
  readonly language: Language
  readonly text: string
}

/** Writes a text message in the caller's transaction and has it sent after the commit, or keeps it in the outbox. */
export async function queueSms({ db, enqueue, frame }: MailContext, sms: SmsDraft): Promise<string> {
  const sends = smsProviderOf(frame) !== undefined
  const own = randomUUID()
  const subject =
    sms.text
      .split('\n')[0]
      ?.replace(/\d{4,}/g, '…')
      .slice(0, 200) ?? ''
  const html = `<p>${escapeHtml(sms.text)}</p>`
  const [id = ''] = await insertMails(db, [
    { ...sms, id: own, kind: 'sms', subject, html, state: sends ? 'queued' : 'kept' },
  ])
  if (sends && id === own) await enqueue('sendSms', { mailId: id }, { key: `mail:${id}`, queue: smsQueue(id) })
  return id
}

/** Two texts at a time: a slow provider must not take every worker from the decks. */
export const smsQueue = (mailId: string): string => `mail-${Number.parseInt(mailId.slice(-1), 16) % 2}`
