import i18next, { type PostProcessorModule } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The event upon which shown texts are looked up again, as i18n.ts names it. */
const MAIL_KNOWN = 'mailKnown'

type Ask = () => Promise<{ readonly sends?: boolean }>

/** The one place that knows whether mail leaves this server. `keeps`: it does not; undefined until the server was asked. */
const known: { ask: Ask | undefined; asked: boolean; keeps: boolean | undefined } = {
  ask: undefined,
  asked: false,
  keeps: undefined,
}

/** Begins to choose the forms of sentences about mail. `ask`: how the server is asked. */
export function startMail(ask: Ask): void {
  known.ask = ask
  i18next.use(mailForms)
}

/** Asks the server, once, whether it sends mail. */
export function wonder(): void {
  if (known.asked || !known.ask) return
  known.asked = true
  known.ask().then(
    ({ sends }) => noteMail(sends),
    // asked again by the next sentence
    () => Object.assign(known, { asked: false }),
  )
}

/** Notes what the server said about its mail; sentences that are shown change with it. */
function noteMail(sends: boolean | undefined): void {
  // until it is known, sentences are shown as on a server that sends
  const before = known.keeps ?? false
  const keeps = sends === false
  Object.assign(known, { asked: true, keeps })
  if (before !== keeps) i18next.emit(MAIL_KNOWN)
}

/** Forgets it, for tests with several servers. */
export const forgetMail = (): void => void Object.assign(known, { asked: false, keeps: undefined })

/**
 * A sentence that says that mail is sent has another form under `<key>Kept`, which takes its place on a server that sends
 * none. The server is asked when the first such sentence is shown.
 */
const mailForms: PostProcessorModule = {
  type: 'postProcessor',
  name: 'mail',
  process: (value, key, options, translator) => {
    if (known.keeps === false) return value
    const other = `${Array.isArray(key) ? key.at(-1) : key}Kept`
    if (!translator.exists(other, options)) return value
    if (known.keeps) return translator.translate(other, options)
    wonder()
    return value
  },
}

/** Whether this server sends no mail: what it writes waits in the outbox, and the recipients know nothing of it. */
export function useKeepsMail(): boolean {
  // drawn again with the texts
  useTranslation()
  useEffect(wonder, [])
  return known.keeps === true
}
