import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { waitAddress } from '#features/core/pitch/web/addresses.ts'
import { StatePage } from '#web/light/StatePages.tsx'
import { codeOf } from '#web/ui/wording.ts'
import { OutsidePage } from './OutsidePage.tsx'

const linkFailures = ['JoinLinkWrong', 'JoinLinkExpired', 'JoinLinkDisabled', 'RemovedFromRoom'] as const
/** Steps of a sign-in after the password. */
const steps = ['SecondStepPending', 'FactorRequired', 'PasswordExpired', 'PolicyPending'] as const
type LinkFailure = (typeof linkFailures)[number]

interface Props {
  failure: unknown
  pitch: string
  again?: () => void
}

/** [ERR-021, ERR-024] Why the caller may not join, and what they can do. */
export const LinkPage = (p: Props) => (
  <OutsidePage>
    <Why {...p} />
  </OutsidePage>
)

function Why({ failure, pitch, again = () => location.reload() }: Props) {
  const { t } = useTranslation(['room', 'errors'])
  const code = codeOf(failure)
  const known = linkFailures.find(other => other === code)
  if (known) return <ClosedDoor why={known} pitch={pitch} />
  if (code === 'PitchNotFound' || code === 'InputInvalid') return <ClosedDoor why="JoinLinkWrong" pitch={pitch} />
  if (code === 'NotSignedIn' || code === 'TokenExpired' || code === 'NotAllowed') return <SignInDoor pitch={pitch} />
  // the waiting page says what is lacking, and opens by itself
  if (code === 'AccreditationNeeded') return <Navigate replace to={waitAddress(pitch)} />
  const step = steps.find(other => other === code)
  if (step)
    return (
      <StatePage title={t('room:join.step.title')} hint={t(`errors:${step}`)}>
        <SignInLink pitch={pitch} words={t('room:join.step.go')} />
      </StatePage>
    )
  return (
    <StatePage
      title={t('room:join.failed')}
      hint={failure instanceof CallFailed ? t(`errors:${code}`) : t('errors:Internal')}
    >
      <button type="button" className="plain-button" onClick={again}>
        {t('room:join.again')}
      </button>
    </StatePage>
  )
}

function ClosedDoor({ why, pitch }: { why: LinkFailure; pitch: string }) {
  const { t } = useTranslation('room')
  return (
    <StatePage title={t(`join.${why}.title`)} hint={t(`join.${why}.hint`)}>
      {why !== 'RemovedFromRoom' && why !== 'JoinLinkDisabled' && <SignInLink pitch={pitch} />}
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

function SignInLink({ pitch, words }: { pitch: string; words?: string }) {
  const { t } = useTranslation('room')
  return (
    <Link className="plain-button" to={`/login?redirect=${encodeURIComponent(`/join-session/${pitch}`)}`}>
      {words ?? t('join.signIn')}
    </Link>
  )
}
