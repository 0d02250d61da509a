import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeList } from '#contract/amounts.ts'
import { isGuestName } from '#features/core/account/people.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import type { Friend } from '#features/talk/chat/contract.ts'
import { STACKED_FACES } from '#features/talk/chat/rules.ts'
import { initialsOf } from '#web/ui/displayName.ts'

/** The picture of a person, or their initials. The name stands beside it. */
export function Face({ person }: { person: Pick<Friend, 'name' | 'avatar'> }) {
  const [broken, setBroken] = useState(false)
  const [firstname = '', lastname = ''] = person.name.split(/\s+/)
  return (
    <span className="chat-face" aria-hidden>
      {person.avatar && !broken ? (
        <img src={addressOf(person.avatar)} alt="" onError={() => setBroken(true)} />
      ) : isGuestName(person.name) ? (
        // [PERM-058] a guest has no face
        <IconUser size="62%" />
      ) : (
        initialsOf({ firstname, lastname })
      )}
    </span>
  )
}

/** A stored picture is below `/webapi/`, one of LinkedIn has an address of its own. */
const addressOf = (avatar: string) => (avatar.startsWith('http') ? avatar : `/webapi/${avatar.replace(/^\//, '')}`)

/** [CONST-016] The first faces of `people`, and the number of the others; `all` counts the members with the reader. */
export function FaceStack({ people, all }: { people: readonly Friend[]; all: number }) {
  const { t } = useTranslation('chat')
  const more = people.length - STACKED_FACES
  return (
    <span className="chat-faces" role="img" aria-label={t('private.inChat', { count: all })}>
      {people.slice(0, STACKED_FACES).map(person => (
        <Face key={person.id} person={person} />
      ))}
      {more > 0 && <span className="chat-face more tabular">+{more}</span>}
    </span>
  )
}

/** The name of a private chat: its own, or those of the other members. */
export function useChatName(): (
  entry: { name: string; is_team: boolean; members: readonly Friend[] },
  me: string | undefined,
) => string {
  const { t, i18n } = useTranslation('chat')
  const shownName = useShownName()
  return ({ name, is_team, members }, me) => {
    if (is_team) return t('private.team')
    const others = members.filter(person => person.id !== me).map(person => shownName(person.name))
    return (name && shownName(name)) || writeList(others, i18n.language) || t('private.title')
  }
}
