import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import type { Entry } from '#features/access/social/contract.ts'
import type { Provider } from '#features/core/site/rules.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { client } from '#web/client/client.ts'
import { useWording } from '#web/ui/wording.ts'

interface Props {
  provider: Provider
  entry: Entry
  onProven: (entry: Entry) => void
}

/** The field that a step is about has the focus when the step begins. */
const focus = (field: HTMLInputElement | null) => field?.focus()

/** Asks for an address of the person, where their provider confirms none. */
export function ProveEmail({ provider, entry, onProven }: Props) {
  const { t, i18n } = useTranslation('social')
  const wording = useWording()
  const [email, setEmail] = useState(entry.email)
  const [sentTo, setSentTo] = useState('')
  const [code, setCode] = useState('')
  const { busy, failure, act } = useAct()

  const send = () =>
    act(async () => {
      const language = i18n.language === 'cimode' ? 'en' : (i18n.language as Language)
      await client.sendSocialEmailCode({ email, language })
      setSentTo(email)
      setCode('')
    })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (sentTo) act(async () => onProven(await client.confirmSocialEmail({ email: sentTo, code })))
    else send()
  }

  const title = t('prove.title')
  return (
    <PublicPage title={title}>
      <form className="public-card narrow" onSubmit={submit}>
        <h1>{title}</h1>
        <p className="public-lead">
          {sentTo ? t('prove.sent', { email: sentTo }) : t('prove.hint', { provider: t(`provider.${provider}`) })}
        </p>
        {sentTo ? <CodeInput value={code} onChange={setCode} /> : <EmailInput value={email} onChange={setEmail} />}
        {failure ? (
          <p role="alert" className="social-failure">
            {wording(failure)}
          </p>
        ) : null}
        <div className="public-acts">
          <button type="submit" className="plain-button" disabled={busy} aria-busy={busy || undefined}>
            {t(sentTo ? 'prove.confirm' : 'prove.send')}
          </button>
          {sentTo && (
            <>
              <button type="button" className="plain-button quiet" disabled={busy} onClick={send}>
                {t('prove.again')}
              </button>
              <button type="button" className="plain-button quiet" disabled={busy} onClick={() => setSentTo('')}>
                {t('prove.other')}
              </button>
            </>
          )}
        </div>
      </form>
    </PublicPage>
  )
}

function useAct() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  async function act(work: () => Promise<void>) {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (failed) {
      setFailure(failed)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, act }
}

interface InputProps {
  value: string
  onChange: (value: string) => void
}

function CodeInput({ value, onChange }: InputProps) {
  const { t } = useTranslation('social')
  return (
    <div className="public-field">
      <label htmlFor="social-code">{t('prove.code')}</label>
      <input
        id="social-code"
        className="tabular"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*\d{4}\s*\d{4}\s*"
        maxLength={12}
        required
        ref={focus}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

function EmailInput({ value, onChange }: InputProps) {
  const { t } = useTranslation('social')
  return (
    <div className="public-field">
      <label htmlFor="social-email">{t('prove.email')}</label>
      <input
        id="social-email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        ref={focus}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
