import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { StatePage } from '#web/shell/StatePages.tsx'
import { codeOf } from '#web/ui/wording.ts'
import { waitAddress } from './addresses.ts'
import { loadJoinInfo, loadStatus } from './joinInfo.ts'
import { Lobby } from './Lobby.tsx'
import { prepare } from './pictures.ts'
import { roomClient } from './roomClient.ts'
import { loadDeck, pageOf } from './useDeck.ts'

/**
 * [NAV-029, NAV-030, NAV-031] The address in an invitation: takes its token, checks the pitch and goes on to the waiting
 * page. Without a token it is the door for those who are signed in or have used their link here before.
 */
export function JoinPage() {
  const { pitchUUID = '' } = useParams()
  const [token] = useState(() => takeToken(pitchUUID))
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    if (!token) return
    let current = true
    joinBy(pitchUUID, token).then(
      () => current && navigate(waitAddress(pitchUUID), { replace: true }),
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [pitchUUID, token, navigate])

  if (failure) return <LinkPage failure={failure} pitch={pitchUUID} />
  return token ? <main className="lobby" aria-busy /> : <Lobby pitch={pitchUUID} />
}

/** The token of the address, which leaves the bar and the history at once, whatever comes of it. */
function takeToken(pitch: string): string | undefined {
  const address = new URL(location.href)
  const token = address.searchParams.get('access_token') ?? undefined
  const early = taken?.pitch === pitch ? taken.token : undefined
  taken = undefined
  if (token === undefined) return early
  address.searchParams.delete('access_token')
  history.replaceState(history.state, '', address.pathname + address.search + address.hash)
  return token
}
let taken: { pitch: string; token: string } | undefined

/** One exchange for one link, however often React asks: the link is good for one session of this browser. */
const exchanges = new Map<string, Promise<unknown>>()
function joinBy(pitch: string, token: string): Promise<unknown> {
  const known = exchanges.get(token)
  const exchange = known ?? exchangeLink(pitch, token)
  exchanges.set(token, exchange)
  return exchange
}

async function exchangeLink(pitch: string, token: string): Promise<void> {
  const client = roomClient(pitch)
  await client.exchangeJoinLink({ uuid: pitch, access_token: token })
  const check = client.CheckPitchUUID({ uuid: pitch })
  askAhead(pitch)
  await check
}

/** What the waiting page shows, while the pitch is still checked; that page says itself what it could not get. */
function askAhead(pitch: string): void {
  loadJoinInfo(pitch).catch(() => {})
  Promise.all([loadDeck(pitch), loadStatus(pitch)]).then(
    ([deck, { current_page }]) => prepare(pageOf(deck, current_page)?.medium_url ?? '').catch(() => {}),
    () => {},
  )
}

/** Begins with the link before the page is drawn: this file is here before React and its texts are. */
function beginEarly(): void {
  const pitch = /^\/join-session\/([\w-]+)\/?$/.exec(location.pathname)?.[1]
  void i18next.loadNamespaces(['room', 'video'])
  if (!pitch) return
  void import('./WaitPage.tsx')
  const token = takeToken(pitch)
  if (!token) return
  taken = { pitch, token }
  joinBy(pitch, token).catch(() => {})
}
beginEarly()

const linkFailures = ['JoinLinkWrong', 'JoinLinkExpired', 'JoinLinkDisabled', 'RemovedFromRoom'] as const
type LinkFailure = (typeof linkFailures)[number]

/** [ERR-021, ERR-024] Why the door stays closed, and what to do. */
export function LinkPage({ failure, pitch }: { failure: unknown; pitch: string }) {
  const { t } = useTranslation(['room', 'errors'])
  const code = codeOf(failure)
  const known = linkFailures.find(other => other === code)
  if (known) return <ClosedDoor why={known} pitch={pitch} />
  if (code === 'PitchNotFound' || code === 'InputInvalid') return <ClosedDoor why="JoinLinkWrong" pitch={pitch} />
  if (code === 'NotSignedIn' || code === 'TokenExpired' || code === 'NotAllowed') return <SignInDoor pitch={pitch} />
  return (
    <StatePage
      title={t('room:join.failed')}
      hint={failure instanceof CallFailed ? t(`errors:${code}`) : t('errors:Internal')}
    >
      <button type="button" className="plain-button" onClick={() => location.reload()}>
        {t('room:join.again')}
      </button>
    </StatePage>
  )
}

function ClosedDoor({ why, pitch }: { why: LinkFailure; pitch: string }) {
  const { t } = useTranslation('room')
  return (
    <StatePage title={t(`join.${why}.title`)} hint={t(`join.${why}.hint`)}>
      {why !== 'RemovedFromRoom' && <SignInLink pitch={pitch} />}
    </StatePage>
  )
}

function SignInDoor({ pitch }: { pitch: string }) {
  const { t } = useTranslation('room')
  return (
    <StatePage title={t('join.who.title')} hint={t('join.who.hint')}>
      <SignInLink pitch={pitch} />
    </StatePage>
  )
}

function SignInLink({ pitch }: { pitch: string }) {
  const { t } = useTranslation('room')
  return (
    <Link className="plain-button" to={`/login?redirect=${encodeURIComponent(`/join-session/${pitch}`)}`}>
      {t('join.signIn')}
    </Link>
  )
}
