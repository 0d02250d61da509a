import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeItems } from '#contract/amounts.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { Face } from './Faces.tsx'

interface Props {
  pitch: string
  title: string
  /** The text of the button that adds the chosen people. */
  act: string
  /** The present members, the reader among them. */
  without: readonly string[]
  onPick: (people: string[]) => Promise<unknown>
  onClose: () => void
}

/** [ROOM-012] Chooses people of the pitch, found by name. */
export function PeoplePicker({ pitch, title, act, without, onPick, onClose }: Props) {
  const { t, i18n } = useTranslation('chat')
  const shownName = useShownName()
  const [name, setName] = useState('')
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const people = usePeople(pitch, name)
  const pick = useAct(() => onPick([...picked.keys()]))
  const found = people.value?.items.filter(person => !without.includes(person.id) && !person.removed)
  function choose(id: string, called: string) {
    const next = new Map(picked)
    if (!next.delete(id)) next.set(id, called)
    setPicked(next)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      acts={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('private.cancel')}
          </Button>
          <Button
            busy={pick.busy}
            disabled={picked.size === 0}
            onClick={async () => {
              if (await pick.run()) onClose()
            }}
          >
            {act}
          </Button>
        </>
      }
    >
      <input
        className="piece-input"
        type="search"
        value={name}
        placeholder={t('private.find')}
        aria-label={t('private.find')}
        onChange={event => setName(event.target.value)}
      />
      <p className="chat-picked" role="status">
        {writeItems([...picked.values()], i18n.language)}
      </p>
      <Notice failure={pick.failure ?? people.failure} retry={people.failure ? people.reload : undefined} />
      <ul className="chat-pick">
        {found?.map(person => (
          <li key={person.id}>
            <label>
              <input
                type="checkbox"
                checked={picked.has(person.id)}
                onChange={() => choose(person.id, shownName(person.name))}
              />
              <Face person={person} />
              {shownName(person.name)}
            </label>
          </li>
        ))}
      </ul>
      {found?.length === 0 && <p className="chat-empty">{t('private.nobody')}</p>}
    </Dialog>
  )
}

/** The people of a pitch with this name in theirs; all of them without one. */
const usePeople = (pitch: string, name: string) =>
  useLoad(`${pitch} ${name}`, () =>
    roomClient(pitch).getRoomPeople({
      ...{ pitch_uuid: pitch, page: 1, limit: 25 },
      ...(name.trim() && { name: name.trim() }),
    }),
  )
