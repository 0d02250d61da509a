import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Entry } from '#features/access/social/contract.ts'
import { callbackPaths, SHARE_STATE } from '#features/access/social/rules.ts'
import { type Provider, providers } from '#features/core/site/rules.ts'
import { PublicPage } from '#features/core/site/web/PublicPage.tsx'
import { client } from '#web/client/client.ts'
import { useWording } from '#web/ui/wording.ts'
import { answerOnce, type Back, backOf } from './callback.ts'
import { ProveEmail } from './ProveEmail.tsx'
import '#web/light/StatePage.css'
import './social.css'

/**
 * [ROUTE-030, ROUTE-031, ROUTE-032] Where a provider sends the browser back to: takes its answer, which leaves the
 * address bar at once, and continues as the server says.
 */
export function SocialCallback() {
  const { pathname, search, state } = useLocation()
  const goOn = useGoOn()
  const provider = providers.find(one => pathname.startsWith(callbackPaths[one])) ?? 'linkedin'
  const [back] = useState<Back>(() => backOf(search))
  useEffect(() => history.replaceState(history.state, '', pathname), [pathname])
  if (state?.prove) return <ProveEmail provider={provider} entry={state.prove} onProven={goOn} />
  if (back.kind !== 'answer') return <Ended provider={provider} why={back.kind} />
  return back.state.startsWith(SHARE_STATE) ? <Shared back={back} /> : <Entering provider={provider} back={back} />
}

type Answer = Extract<Back, { kind: 'answer' }>

const logins = {
  linkedin: 'handleLinkedInLogin',
  google: 'handleGoogleLogin',
  facebook: 'handleFacebookLogin',
  wechat: 'handleWeChatLogin',
} as const

function Entering({ provider, back: { code, state, iss } }: { provider: Provider; back: Answer }) {
  const { t } = useTranslation('social')
  const goOn = useGoOn()
  const [failure, setFailure] = useState<unknown>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is taken once
  useEffect(() => {
    let current = true
    answerOnce(state, () => client[logins[provider]]({ code, state, iss })).then(
      entry => current && goOn(entry, provider),
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [])

  if (failure) return <Ended provider={provider} failure={failure} />
  return <Busy title={t('callback.busy', { provider: t(`provider.${provider}`) })} />
}

/** On to where the person wanted, or to what is still missing; a step that waits for an email outlives a reload. */
function useGoOn() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (entry: Entry, connected?: Provider) => {
    const { outcome, go_to, email, firstname, lastname } = entry
    const to = (path: string, state: unknown = null) => navigate(path, { replace: true, state })
    if (outcome === 'proveEmail') to(pathname, { prove: entry })
    else if (outcome === 'register') to('/sign-up/account', { email, firstname, lastname })
    else to(go_to || '/', outcome === 'connected' ? { connected } : null)
  }
}

function Shared({ back: { code, state, iss } }: { back: Answer }) {
  const { t } = useTranslation('social')
  const [post, setPost] = useState<{ uuid: string; post_url: string }>()
  const [failure, setFailure] = useState<unknown>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is taken once
  useEffect(() => {
    let current = true
    answerOnce(state, () => client.handleLinkedInShare({ code, state, iss })).then(
      done => current && setPost(done),
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [])
  if (failure) return <Ended provider="linkedin" failure={failure} isShare />
  if (!post) return <Busy title={t('share.busy')} />
  return (
    <PublicPage title={t('share.done')}>
      <section className="public-card narrow">
        <h1>{t('share.done')}</h1>
        <p className="public-lead">{t('share.doneHint')}</p>
        <div className="public-acts">
          <Link className="plain-button" to="/pitches/list">
            {t('share.back')}
          </Link>
          {post.post_url && (
            <a href={post.post_url} rel="noopener noreferrer">
              {t('share.see')}
            </a>
          )}
        </div>
      </section>
    </PublicPage>
  )
}

function Busy({ title }: { title: string }) {
  return (
    <PublicPage title={title}>
      <section className="public-card narrow" aria-busy>
        <h1>{title}</h1>
      </section>
    </PublicPage>
  )
}

interface EndedProps {
  provider: Provider
  /** What came back instead of an answer. */
  why?: 'cancelled' | 'failed'
  failure?: unknown
  isShare?: boolean
}

/** Why the sign-in failed, and where to start again. What a provider writes into the address is never shown. */
function Ended({ provider, why = 'failed', failure, isShare = false }: EndedProps) {
  const { t } = useTranslation('social')
  const wording = useWording()
  const name = t(`provider.${provider}`)
  const title = t(why === 'cancelled' ? 'callback.cancelled' : 'callback.failed', { provider: name })
  return (
    <PublicPage title={title}>
      <section className="public-card narrow">
        <h1>{title}</h1>
        <p className="public-lead" role="alert">
          {failure ? wording(failure) : t(why === 'cancelled' ? 'callback.cancelledHint' : 'callback.failedHint')}
        </p>
        <Link className="plain-button" to={isShare ? '/pitches/list' : '/'}>
          {t(isShare ? 'share.back' : 'callback.again')}
        </Link>
      </section>
    </PublicPage>
  )
}
