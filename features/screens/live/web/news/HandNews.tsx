import { IconHandStop } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useDelayed } from '#web/light/useDelayed.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { NewsLine } from './NewsLine.tsx'

interface Props {
  pitch: string
  /** The ids of those whose hands are up, the first first. */
  hands: readonly string[]
  guests: boolean
  /** The list of people, which has the hands at its top, is open. */
  inList: boolean
  onList: () => void
}

/** Milliseconds: several hands that go up at once are one question. */
const WAIT = { pause: 100, most: 500 }

/** [PROD-022] Who raised a hand, for those who moderate, until it is taken, lowered or put off. */
export function HandNews({ pitch, hands, guests, inList, onList }: Props) {
  const { t } = useTranslation(['room', 'stage'])
  const shownName = useShownName()
  const client = roomClient(pitch)
  const people = useLoad(`${pitch} ${guests}`, () => client.getStagePeople({ pitch_uuid: pitch }))
  useDelayed(hands.join(), WAIT, people.reload)
  const [seen, setSeen] = useState<readonly string[]>([])
  const speak = useAct((user_id: string) =>
    client.grantStage({ pitch_uuid: pitch, user_id, microphone: true, camera: false }),
  )
  const up = hands.join()
  // a hand that goes up again is news again; one that stands in the open list is none
  useEffect(() => {
    const all = up.split(',')
    setSeen(before => (inList ? all : before.filter(id => all.includes(id))))
  }, [up, inList])
  const fresh = hands.filter(id => !seen.includes(id))
  const first = people.value?.hands.find(({ user_id }) => fresh.includes(user_id))
  if (!first || inList) return null
  const name = shownName(first.name)
  const more = fresh.length - 1
  return (
    <NewsLine
      icon={<IconHandStop size={20} aria-hidden />}
      words={more > 0 ? t('room:news.hands', { name, count: more }) : t('room:news.hand', { name })}
      onClose={() => setSeen(hands)}
    >
      {first.line && (
        <Button
          busy={speak.busy}
          aria-label={`${t('stage:grant.speak')}: ${name}`}
          onClick={() => speak.run(first.user_id)}
        >
          {t('stage:grant.speak')}
        </Button>
      )}
      {more > 0 && (
        <Button look="quiet" onClick={onList}>
          {t('room:news.people')}
        </Button>
      )}
      <Notice failure={speak.failure} />
    </NewsLine>
  )
}
