import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallEntry } from './CallEntry.tsx'
import { callsOf, type OpenApi, searchCalls, type WireCall } from './document.ts'
import './CallsPage.css'

/** The calls of the wire, read from /openapi.json: who may make them, what goes in, what comes out, what can fail. */
export function CallsPage() {
  const { t } = useTranslation(['wire', 'common', 'errors'])
  const [search, setSearch] = useState('')
  const [calls, setCalls] = useState<WireCall[] | 'failed'>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    document.title = `${t('wire:title')} · ${t('common:product')}`
  }, [t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads it again
  useEffect(() => {
    readCalls().then(setCalls, () => setCalls('failed'))
  }, [attempt])

  const found = calls && calls !== 'failed' ? searchCalls(calls, search) : []
  const groups = [...new Set(found.map(call => call.group))]
  return (
    <main className="calls">
      <h1>{t('wire:title')}</h1>
      <p className="calls-hint">{t('wire:hint')}</p>
      <p>
        <a href="/openapi.json">{t('wire:document')}</a>
      </p>
      {calls === 'failed' ? (
        <p role="alert">
          {t('errors:Unavailable')}{' '}
          <button type="button" className="plain-button quiet" onClick={() => setAttempt(attempt + 1)}>
            {t('common:act.retry')}
          </button>
        </p>
      ) : (
        <search className="calls-search">
          <input
            type="search"
            aria-label={t('wire:search')}
            placeholder={t('wire:search')}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
          <span aria-live="polite">{calls && t('wire:count', { count: found.length })}</span>
        </search>
      )}
      {groups.map(group => (
        <section key={group}>
          <h2>
            <code>{group}</code>
          </h2>
          {found
            .filter(call => call.group === group)
            .map(call => (
              <CallEntry key={call.path} call={call} />
            ))}
        </section>
      ))}
    </main>
  )
}

async function readCalls(): Promise<WireCall[]> {
  const answer = await fetch('/openapi.json')
  if (!answer.ok) throw new Error(`/openapi.json answered ${answer.status}`)
  return callsOf((await answer.json()) as OpenApi)
}
