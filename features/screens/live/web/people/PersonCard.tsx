import { IconBrandLinkedin, IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Person } from '#features/room/guest/contract.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Face } from '#features/talk/chat/web/Faces.tsx'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { linkedinOf, tagOf, useSign } from './person.ts'

interface Props {
  person: Person
  /** The account of the leading presenter. */
  host: string | null
  /** Opens a private chat with the person; undefined for the reader's own card and for a muted reader. */
  onMessage: ((person: Person) => Promise<void>) | undefined
  onClose: () => void
}

/** [ROOM-013] The details of a person, with a button for a private message. */
export function PersonCard({ person, host, onMessage, onClose }: Props) {
  const { t } = useTranslation(['chat', 'room'])
  const sign = useSign(person)
  const tag = tagOf(person, host)
  const name = useShownName()(person.name)
  const linkedin = linkedinOf(person)
  const message = useAct(async () => onMessage?.(person))
  return (
    <Dialog
      title={name}
      onClose={onClose}
      acts={
        onMessage && (
          <Button
            busy={message.busy}
            onClick={async () => {
              if (await message.run()) onClose()
            }}
          >
            <IconMessage size={18} aria-hidden />
            {t('chat:private.message')}
          </Button>
        )
      }
    >
      <div className="person-card">
        <Face person={person} />
        <div>
          {sign && <p>{sign}</p>}
          <p className="person-sign">
            {t(person.line ? 'room:people.here' : 'room:people.away')}
            {tag && <span className="person-tag">{t(`room:people.tag.${tag}`)}</span>}
          </p>
          {/* [PERM-062] only admin users get the address */}
          {person.email && (
            <p>
              <a href={`mailto:${person.email}`}>{person.email}</a>
            </p>
          )}
          {linkedin && (
            <a href={linkedin} target="_blank" rel="noopener noreferrer">
              <IconBrandLinkedin size={16} aria-hidden /> {t('room:people.linkedin', { name })}
            </a>
          )}
        </div>
      </div>
      <Notice failure={message.failure} />
    </Dialog>
  )
}
