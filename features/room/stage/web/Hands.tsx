import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useDelayed } from '#web/light/useDelayed.ts'
import { useLoad } from '#web/light/useLoad.ts'
import type { StageState } from '../apply.ts'
import './stage.css'

interface Props {
  pitch: string
  stage: StageState
  /** Names are those of guests. */
  guests: boolean
  /** Changes whenever somebody comes or goes. */
  changes: unknown
}

/** Milliseconds. A hand is shown at once; who is still here may take as long as in the list of people. */
const WAIT = { hands: { pause: 100, most: 500 }, changes: { pause: 800, most: 3000 } }

/** Who wants to speak, the first first, and who of the attendees may: for those who moderate. */
export function Hands({ pitch, stage, guests, changes }: Props) {
  const { t } = useTranslation('stage')
  const client = roomClient(pitch)
  const shownName = useShownName()
  const people = useLoad(`${pitch} ${guests}`, () => client.getStagePeople({ pitch_uuid: pitch }))
  const isEmpty = stage.hands.length + stage.granted.length === 0
  useDelayed(`${stage.hands.join()} ${JSON.stringify(stage.granted)}`, WAIT.hands, people.reload)
  useDelayed(changes, WAIT.changes, () => !isEmpty && people.reload())
  const grant = useAct((user_id: string, camera: boolean) =>
    client.grantStage({ pitch_uuid: pitch, user_id, microphone: true, camera }),
  )
  const revoke = useAct((user_id: string) => client.revokeStage({ pitch_uuid: pitch, user_id }))
  const lower = useAct((user_id: string) => client.lowerHand({ pitch_uuid: pitch, user_id }))
  const { hands: raised = [], hands_total = 0, granted: allowed = [] } = people.value ?? {}
  const called = <P extends { name: string }>(person: P) => ({ ...person, name: shownName(person.name) })
  const hands = raised.map(called)
  const granted = allowed.map(called)
  const more = hands_total - hands.length
  if (isEmpty) return null
  return (
    <div className="stage-hands">
      {granted.length > 0 && (
        <section aria-labelledby="stage-granted">
          <h3 id="stage-granted">{t('grant.title')}</h3>
          <ol>
            {granted.map(({ user_id, name, camera }) => (
              <li key={user_id}>
                <span>{name}</span>
                {!camera && (
                  <Button
                    look="quiet"
                    aria-label={`${t('grant.speakAndShow')}: ${name}`}
                    onClick={() => grant.run(user_id, true)}
                  >
                    {t('grant.speakAndShow')}
                  </Button>
                )}
                <Button look="quiet" aria-label={`${t('grant.off')}: ${name}`} onClick={() => revoke.run(user_id)}>
                  {t('grant.off')}
                </Button>
              </li>
            ))}
          </ol>
        </section>
      )}
      {hands.length > 0 && (
        <section aria-labelledby="stage-hands">
          <h3 id="stage-hands">{t('hand.title')}</h3>
          <ol>
            {hands.map(({ user_id, name, line }) => (
              <li key={user_id}>
                <span>
                  {name} {!line && <i>{t('hand.away')}</i>}
                </span>
                <Button
                  disabled={!line}
                  aria-label={`${t('grant.speak')}: ${name}`}
                  onClick={() => grant.run(user_id, false)}
                >
                  {t('grant.speak')}
                </Button>
                <Button
                  look="quiet"
                  disabled={!line}
                  aria-label={`${t('grant.speakAndShow')}: ${name}`}
                  onClick={() => grant.run(user_id, true)}
                >
                  {t('grant.speakAndShow')}
                </Button>
                <Button look="quiet" aria-label={`${t('hand.lower')}: ${name}`} onClick={() => lower.run(user_id)}>
                  {t('hand.lower')}
                </Button>
              </li>
            ))}
          </ol>
          {more > 0 && <p>{t('hand.more', { count: more })}</p>}
        </section>
      )}
      <Notice
        failure={people.failure ?? grant.failure ?? revoke.failure ?? lower.failure}
        retry={people.failure ? people.reload : undefined}
      />
    </div>
  )
}
