import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { Language } from '#contract/fields.ts'
import { type PolicyKind, policyKinds } from '#features/core/site/rules.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { client } from '#web/client/client.ts'
import { useWording } from '#web/ui/wording.ts'
import { Markdown } from './Markdown.tsx'
import '#web/light/StatePage.css'

type Policy = Awaited<ReturnType<typeof client.getPolicy>>

/** [ROUTE-041, ROUTE-042, ROUTE-043, ROUTE-044] A policy; Facebook is given addresses of its own for the same texts. */
export function PolicyPage() {
  const { t } = useTranslation('site')
  const { pathname } = useLocation()
  const kind = policyKinds.find(one => pathname.includes(one)) ?? 'privacy-policy'
  const { policy, failure, retry } = usePolicy(kind)
  const wording = useWording()
  return (
    <PublicPage title={t(`policy.${kind}`)} width="text">
      <article className="public-card public-text" aria-busy={!policy && !failure}>
        <h1>{t(`policy.${kind}`)}</h1>
        {policy && (
          <>
            <p className="public-version">{t('policy.version', { version: policy.version })}</p>
            <div lang={policy.language}>
              <Markdown text={policy.text} />
            </div>
          </>
        )}
        {failure ? (
          <div role="alert">
            <p>{wording(failure)}</p>
            <button type="button" className="plain-button" onClick={retry}>
              {t('again')}
            </button>
          </div>
        ) : null}
      </article>
    </PublicPage>
  )
}

function usePolicy(kind: PolicyKind) {
  const { i18n } = useTranslation()
  const language = i18n.language === 'cimode' ? 'en' : (i18n.language as Language)
  const [policy, setPolicy] = useState<Policy>()
  const [failure, setFailure] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let current = true
    setFailure(undefined)
    client.getPolicy({ kind, language }).then(
      found => current && setPolicy(found),
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [kind, language, attempt])
  return { policy, failure, retry: () => setAttempt(attempt + 1) }
}
