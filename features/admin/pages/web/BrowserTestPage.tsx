import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { checkBrowser, checkNames, type Finding, type Findings } from '#web/ui/checks.ts'
import '#web/light/StatePage.css'
import { copyText } from '#web/ui/exportText.ts'

const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX } as const

/** [ROUTE-007] Whether this browser can run a pitch: checked in the browser, nothing is sent. */
export function BrowserTestPage() {
  const { t } = useTranslation(['site', 'common'])
  const [findings, setFindings] = useState<Findings>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt looks again
  useEffect(() => {
    const stop = new AbortController()
    setFindings({})
    checkBrowser((name, finding) => {
      if (!stop.signal.aborted) setFindings(known => ({ ...known, [name]: finding }))
    })
    return () => stop.abort()
  }, [attempt])

  const said = (finding: Finding | undefined) =>
    finding ? t(`check.state.${finding.state}`) : t('check.state.waiting')
  const report = checkNames
    .map(name => ({
      label: t(`check.${name}.title`),
      value: `${said(findings[name])} ${findings[name]?.detail ?? ''}`,
    }))
    .map(one => t('common:pair', one).trim())
    .join('\n')
  return (
    <PublicPage title={t('check.title')} width="text">
      <h1>{t('check.title')}</h1>
      <p className="public-lead">{t('check.lead')}</p>
      <div className="public-card">
        <table className="checks">
          <tbody>
            {checkNames.map(name => {
              const finding = findings[name]
              const Icon = finding && icons[finding.state]
              return (
                <tr key={name}>
                  <th scope="row">
                    {t(`check.${name}.title`)}
                    {finding && finding.state !== 'good' && <small>{t(`check.${name}.hint`)}</small>}
                  </th>
                  <td>
                    <span className={`check-state ${finding?.state ?? 'waiting'}`}>
                      {Icon && <Icon size={18} aria-hidden />}
                      {said(finding)}
                    </span>
                    {finding?.detail && <small className="tabular">{finding.detail}</small>}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className="public-acts">
        <button type="button" className="plain-button" onClick={() => setAttempt(attempt + 1)}>
          {t('check.again')}
        </button>
        <CopyLine text={`${report}\n${navigator.userAgent}`} label={t('check.copy')} done={t('check.copied')} />
      </p>
    </PublicPage>
  )
}

/** Copies a text, and says that it did. */
export function CopyLine({ text, label, done }: { text: string; label: string; done: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <>
      <button type="button" className="plain-button quiet" onClick={() => copyText(text).then(setCopied)}>
        {label}
      </button>
      <span role="status">{copied ? done : ''}</span>
    </>
  )
}
