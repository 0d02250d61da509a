import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { joinSentences } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { type Topic, topics } from '#features/notify/suppression/rules.ts'
import { client } from '#web/client/client.ts'
import { useWording } from '#web/ui/wording.ts'
import type { mailCalls } from '../contract.ts'
import './Preferences.css'

type Preferences = Answer<typeof mailCalls.getMailPreferences>

/**
 * Where an email's way out leads, without a sign-in. Its token is behind the `#`, which no server is told; opening the
 * page changes nothing, because scanners open links. It looks the same for every token.
 */
export function Preferences() {
  const { t } = useTranslation('preferences')
  const { hash } = useLocation()
  const [token] = useState(() => hash.slice(1, 101))
  const wording = useWording()
  const [known, setKnown] = useState<Preferences>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    let current = true
    client.getMailPreferences({ token }).then(
      found => current && setKnown(found),
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [token])
  const from = known?.organisation ? t('from', { ...known }) : t('fromUnnamed')
  return (
    <PublicPage title={t('title')}>
      <div className="public-card narrow" aria-busy={!known && failure === undefined}>
        <h1>{t('title')}</h1>
        {failure !== undefined && <p role="alert">{wording(failure)}</p>}
        {known && (
          <>
            <p className="public-lead">{from}</p>
            <Choices token={token} stopped={known.topics} />
          </>
        )}
      </div>
    </PublicPage>
  )
}

function Choices({ token, stopped: before }: { token: string; stopped: readonly Topic[] }) {
  const { t, i18n } = useTranslation('preferences')
  const wording = useWording()
  const [stopped, setStopped] = useState<readonly Topic[]>(before)
  const [done, setDone] = useState<'saved' | 'gone'>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function send(from: readonly Topic[]) {
    setBusy(true)
    setFailure(undefined)
    setDone(undefined)
    try {
      await client.unsubscribeEmail({ token, topics: [...from] })
      setStopped(from)
      setDone(from.length === topics.length ? 'gone' : 'saved')
    } catch (failed) {
      setFailure(failed)
    } finally {
      setBusy(false)
    }
  }
  function save(event: FormEvent) {
    event.preventDefault()
    void send(stopped)
  }
  return (
    <form onSubmit={save} className="preferences">
      <p>{t('intro')}</p>
      {topics.map(topic => (
        <label key={topic} className="preference">
          <input
            type="checkbox"
            checked={!stopped.includes(topic)}
            onChange={({ currentTarget: { checked } }) => {
              setDone(undefined)
              setStopped(checked ? stopped.filter(one => one !== topic) : [...stopped, topic])
            }}
          />
          <span>
            {t(topic)}
            <small>{t(`${topic}Hint`)}</small>
          </span>
        </label>
      ))}
      <div className="public-acts">
        <button type="submit" className="plain-button" disabled={busy}>
          {t('save')}
        </button>
        <button type="button" className="plain-button quiet" disabled={busy} onClick={() => void send(topics)}>
          {t('all')}
        </button>
      </div>
      <p role="status">
        {done === 'saved' && t('saved')}
        {done === 'gone' && joinSentences([t('gone'), t('goneHint')], i18n.language)}
      </p>
      {failure !== undefined && <p role="alert">{wording(failure)}</p>}
    </form>
  )
}
