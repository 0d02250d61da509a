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
  /** The account ids of raised hands, in their order. */
  hands: readonly string[]
  guests: boolean
  /** The list of people is open, which has the hands at its top. */
  inList: boolean
  onList: () => void
}

/** Milliseconds in which several raised hands become one note. */
const WAIT = { pause: 100, most: 500 }

/** [PROD-022] The raised hands, for moderators, until each is taken, lowered or dismissed. */
export function HandNews({ pitch, hands, guests, inList, onList }: Props) {
  const { t } = useTranslation(['room', 'stage', 'common'])
  const shownName = useShownName()
  const client = roomClient(pitch)
  const people = useLoad(`${pitch} ${guests}`, () => client.getStagePeople({ pitch_uuid: pitch }))
  useDelayed(hands.join(), WAIT, people.reload)
  const [seen, setSeen] = useState<readonly string[]>([])
  const speak = useAct((user_id: string) =>
    client.grantStage({ pitch_uuid: pitch, user_id, microphone: true, camera: false }),
  )
  const up = hands.join()
  // a hand raised again is news again; one shown in the open list is not
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
          aria-label={t('common:pair', { label: t('stage:grant.speak'), value: name })}
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
