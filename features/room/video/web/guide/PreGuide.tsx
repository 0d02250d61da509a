import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { joinAddress } from '#features/core/pitch/web/addresses.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { type RoomClient, roomClient } from '#features/room/room/web/roomClient.ts'
import { client as consoleClient } from '#web/client/client.ts'
import { Button } from '#web/light/Button.tsx'
import { copyText } from '#web/ui/exportText.ts'
import { type Results, realParts, stepNames, testConnection } from './connectionTest.ts'
import { reportOf } from './report.ts'
import { SpeakerStep } from './SpeakerStep.tsx'
import { StepLine } from './StepLine.tsx'
import { videoWay } from './videoTest.ts'
import './guide.css'

interface Props {
  /** The dialog that sends what the test found. */
  SendReport: ComponentType<{ report: string; client: RoomClient; onClose: () => void }>
}

/** [ROUTE-048] Advice before a pitch and a test of devices and connection; for a given pitch, with the link to join it. */
export function PreGuide({ SendReport }: Props) {
  const { t } = useTranslation('guide')
  const pitch = useSearchParams()[0].get('pitch') ?? undefined
  const client = pitch ? roomClient(pitch) : consoleClient
  return (
    <PublicPage title={t('title')} width="text">
      <h1>{t('title')}</h1>
      <p className="public-lead">{t('lead')}</p>
      <ol className="guide-tips">
        {(['place', 'light', 'network', 'slides'] as const).map(tip => (
          <li key={tip}>
            <strong>{t(`tip.${tip}.title`)}</strong> {t(`tip.${tip}.text`)}
          </li>
        ))}
      </ol>
      <ConnectionTest client={client} SendReport={SendReport} />
      <p className="guide-on">
        <Link to={pitch ? `/preVideo?pitch=${pitch}` : '/preVideo'}>{t('toPreview')}</Link>
        {pitch && (
          <Link className="piece-button main" to={joinAddress(pitch)}>
            {t('toPitch')}
          </Link>
        )}
      </p>
    </PublicPage>
  )
}

/** The test of devices and connection, its results, and the ways to pass them on. */
function ConnectionTest({ client, SendReport }: Props & { client: RoomClient }) {
  const { t } = useTranslation('guide')
  const [phase, setPhase] = useState<'before' | 'running' | 'done'>('before')
  const [results, setResults] = useState<Results>({})
  const [heard, setHeard] = useState<boolean>()
  const [sends, setSends] = useState(false)
  const [copied, setCopied] = useState(false)
  const run = async () => {
    setPhase('running')
    setResults({})
    setCopied(false)
    const parts = realParts(videoWay(() => client.getVideoTest({})))
    await testConnection(parts, (name, result) => setResults(known => ({ ...known, [name]: result })))
    setPhase('done')
  }
  const report = reportOf(t, results, heard, new Date())
  const wrong = stepNames.filter(name => results[name]?.state === 'bad').length + (heard === false ? 1 : 0)
  const odd = stepNames.filter(name => results[name]?.state === 'warn').length
  const next = stepNames.find(name => !results[name])
  return (
    <section className="public-card" aria-labelledby="guide-test">
      <h2 id="guide-test">{t('test.title')}</h2>
      <p>{t('test.intro')}</p>
      {phase === 'before' && <Button onClick={run}>{t('test.start')}</Button>}
      {phase !== 'before' && (
        <>
          <Verdict running={phase === 'running'} wrong={wrong} odd={odd} />
          <ul className="guide-steps" aria-labelledby="guide-test">
            {stepNames.map(name => (
              <StepLine key={name} name={name} result={results[name]} running={phase === 'running' && name === next} />
            ))}
          </ul>
          <SpeakerStep heard={heard} onHeard={setHeard} />
        </>
      )}
      {phase === 'done' && (
        <div className="guide-acts">
          <Button look="quiet" onClick={run}>
            {t('test.again')}
          </Button>
          <Button look="quiet" onClick={() => copyText(report).then(setCopied)}>
            {t('test.copy')}
          </Button>
          <Button look="quiet" onClick={() => setSends(true)}>
            {t('test.send')}
          </Button>
          <span role="status">{copied && t('test.copied')}</span>
        </div>
      )}
      {sends && <SendReport report={report} client={client} onClose={() => setSends(false)} />}
    </section>
  )
}

/** The result of the whole test: `wrong` counts the steps that failed, `odd` those with a warning. */
function Verdict({ running, wrong, odd }: { running: boolean; wrong: number; odd: number }) {
  const { t } = useTranslation('guide')
  const look = running ? '' : wrong ? 'bad' : odd ? 'warn' : 'good'
  return (
    <p role="status" className={`guide-verdict ${look}`}>
      {running
        ? t('test.running')
        : wrong
          ? t('test.wrong', { count: wrong })
          : odd
            ? t('test.odd', { count: odd })
            : t('test.good')}
    </p>
  )
}
