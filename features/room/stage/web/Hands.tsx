import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useDelayed } from '#web/light/useDelayed.ts'
import { useLoad } from '#web/light/useLoad.ts'
import type { StageState } from '../apply.ts'
import type { stageCalls } from '../contract.ts'
import './stage.css'

interface Props {
  pitch: string
  stage: StageState
  /** Guest mode is on. */
  guests: boolean
  /** Changes whenever a person enters or leaves the room. */
  changes: unknown
}

/** Milliseconds. A raised hand appears at once; a change of who is here may take as long as in the list of people. */
const WAIT = { hands: { pause: 100, most: 500 }, changes: { pause: 800, most: 3000 } }

/** The raised hands in their order, and the attendees on stage, for the team and admins. */
export function Hands({ pitch, stage, guests, changes }: Props) {
  const client = roomClient(pitch)
  const people = useLoad(`${pitch} ${guests}`, () => client.getStagePeople({ pitch_uuid: pitch }))
  const isEmpty = stage.hands.length + stage.granted.length === 0
  useDelayed(`${stage.hands.join()} ${JSON.stringify(stage.granted)}`, WAIT.hands, people.reload)
  useDelayed(changes, WAIT.changes, () => !isEmpty && people.reload())
  const grant = useAct((user_id: string, camera: boolean) =>
    client.grantStage({ pitch_uuid: pitch, user_id, microphone: true, camera }),
  )
  const revoke = useAct((user_id: string) => client.revokeStage({ pitch_uuid: pitch, user_id }))
  const lower = useAct((user_id: string) => client.lowerHand({ pitch_uuid: pitch, user_id }))
  const { hands = [], hands_total = 0, granted = [] } = people.value ?? {}
  if (isEmpty) return null
  return (
    <div className="stage-hands">
      {granted.length > 0 && <GrantedList granted={granted} onGrant={grant.run} onRevoke={revoke.run} />}
      {hands.length > 0 && <HandList hands={hands} total={hands_total} onGrant={grant.run} onLower={lower.run} />}
      <Notice
        failure={people.failure ?? grant.failure ?? revoke.failure ?? lower.failure}
        retry={people.failure ? people.reload : undefined}
      />
    </div>
  )
}

type StagePeople = Answer<(typeof stageCalls)['getStagePeople']>
type OnGrant = (user_id: string, camera: boolean) => void

interface GrantedProps {
  granted: StagePeople['granted']
  onGrant: OnGrant
  onRevoke: (user_id: string) => void
}

function GrantedList({ granted, onGrant, onRevoke }: GrantedProps) {
  const { t } = useTranslation(['stage', 'common'])
  const shownName = useShownName()
  return (
    <section aria-labelledby="stage-granted">
      <h3 id="stage-granted">{t('grant.title')}</h3>
      <ol>
        {granted.map(({ user_id, camera, ...person }) => {
          const name = shownName(person.name)
          return (
            <li key={user_id}>
              <span>{name}</span>
              {!camera && (
                <Button
                  look="quiet"
                  aria-label={t('common:pair', { label: t('grant.speakAndShow'), value: name })}
                  onClick={() => onGrant(user_id, true)}
                >
                  {t('grant.speakAndShow')}
                </Button>
              )}
              <Button
                look="quiet"
                aria-label={t('common:pair', { label: t('grant.off'), value: name })}
                onClick={() => onRevoke(user_id)}
              >
                {t('grant.off')}
              </Button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

interface HandProps {
  hands: StagePeople['hands']
  total: number
  onGrant: OnGrant
  onLower: (user_id: string) => void
}

function HandList({ hands, total, onGrant, onLower }: HandProps) {
  const { t } = useTranslation(['stage', 'common'])
  const shownName = useShownName()
  const more = total - hands.length
  return (
    <section aria-labelledby="stage-hands">
      <h3 id="stage-hands">{t('hand.title')}</h3>
      <ol>
        {hands.map(({ user_id, line, ...person }) => {
          const name = shownName(person.name)
          return (
            <li key={user_id}>
              <span>
                {name} {!line && <i>{t('hand.away')}</i>}
              </span>
              <Button
                disabled={!line}
                aria-label={t('common:pair', { label: t('grant.speak'), value: name })}
                onClick={() => onGrant(user_id, false)}
              >
                {t('grant.speak')}
              </Button>
              <Button
                look="quiet"
                disabled={!line}
                aria-label={t('common:pair', { label: t('grant.speakAndShow'), value: name })}
                onClick={() => onGrant(user_id, true)}
              >
                {t('grant.speakAndShow')}
              </Button>
              <Button
                look="quiet"
                aria-label={t('common:pair', { label: t('hand.lower'), value: name })}
                onClick={() => onLower(user_id)}
              >
                {t('hand.lower')}
              </Button>
            </li>
          )
        })}
      </ol>
      {more > 0 && <p>{t('hand.more', { count: more })}</p>}
    </section>
  )
}
