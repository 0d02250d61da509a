import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mentioned } from '#features/talk/chat/markup.ts'
import { Notice } from '#web/light/Notice.tsx'
import { isComposing } from '#web/ui/inputMethod.ts'
import { Face } from '../Faces.tsx'
import type { Mentionable, MentionSource } from './people.ts'
import { useFound } from './useFound.ts'
import './mention.css'

interface Props {
  source: MentionSource
  me: string | undefined
  /** The name of a person in the message. */
  nameOf: (person: Mentionable) => string
  onPick: (person: Mentioned) => void
  /**
   * Ends without a mention. `typed`: the text behind the @, or undefined if the @ itself was deleted. `elsewhere`: the
   * focus has moved on.
   */
  onDismiss: (typed: string | undefined, elsewhere?: boolean) => void
}

/**
 * [ROOM-014 to ROOM-017] Finds a person to mention. It has the keyboard while it is open; text that matches no name goes
 * back to the message.
 */
export function MentionPicker({ source, me, nameOf, onPick, onDismiss }: Props) {
  const { t } = useTranslation('compose')
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { people, failure, loading } = useFound(source, typed, me)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const active = Math.min(at, people.length - 1)
  // a layout effect, so that the next key already goes here
  useLayoutEffect(() => input.current?.focus(), [])

  const pick = (person: Mentionable) => onPick({ id: person.id, name: nameOf(person) })
  function press(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const { key, shiftKey } = event
    const chosen = people[active]
    if (step !== undefined) setAt((active + step + people.length) % Math.max(1, people.length))
    else if (key === 'Escape') onDismiss(typed)
    else if (key === 'Enter' || (key === 'Tab' && !shiftKey)) chosen ? pick(chosen) : onDismiss(typed)
    else if (key === 'Backspace' && !typed) onDismiss(undefined)
    // an @ without a name behind it
    else if (key === ' ' && !(typed && (chosen || loading))) onDismiss(`${typed} `)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left what is in it
    <div
      className="chat-mentions"
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) onDismiss(typed, true)
      }}
    >
      <input
        ref={input}
        className="piece-input"
        type="text"
        role="combobox"
        autoComplete="off"
        value={typed}
        placeholder={t('mention.find')}
        aria-label={t('mention.find')}
        aria-expanded={people.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={people[active] && optionId(listId, active)}
        aria-describedby={`${listId}-hints`}
        onChange={event => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <Notice failure={failure} />
      <People {...{ people, active, listId }} onActive={setAt} onPick={pick} />
      <p className="chat-mentions-none" role="status">
        {people.length === 0 && !failure && t(loading ? 'mention.loading' : 'mention.nobody')}
      </p>
      <p className="chat-mentions-hints" id={`${listId}-hints`}>
        <span>{t('mention.select')}</span>
        <span>{t('mention.dismiss')}</span>
      </p>
    </div>
  )
}

const optionId = (listId: string, index: number): string => `${listId}-${index}`

interface PeopleProps {
  people: readonly Mentionable[]
  active: number
  listId: string
  onActive: (index: number) => void
  onPick: (person: Mentionable) => void
}

function People({ people, active, listId, onActive, onPick }: PeopleProps) {
  const { t } = useTranslation('compose')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} className="chat-mentions-list" id={listId} role="listbox" aria-label={t('mention.people')}>
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input that controls the list
        <div
          key={person.id}
          id={optionId(listId, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={event => event.preventDefault()}
          onMouseMove={() => onActive(index)}
          onClick={() => onPick(person)}
        >
          <Face person={person} />
          <span className="chat-mentions-name">{person.name}</span>
          {person.company_name && <span className="chat-mentions-of">{person.company_name}</span>}
        </div>
      ))}
    </div>
  )
}
