import { Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuilding, IconLayoutSidebar, IconPresentation, IconSearch, IconUser } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { isComposing } from '#web/ui/inputMethod.ts'
import { useAfterMount } from '#web/ui/useAfterMount.ts'
import { type Found, useFound } from './found.ts'
import './search.css'

const icons = { pitch: IconPresentation, person: IconUser, company: IconBuilding, screen: IconLayoutSidebar } as const

/** Searches pitches, people, companies and screens while typing; arrows choose, Enter opens. */
export function SearchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const shown = useAfterMount(opened)
  return (
    <Modal
      opened={shown}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      centered={false}
      aria-label={t('shell:search.title')}
    >
      <Search onClose={onClose} />
    </Modal>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const { found, isBusy, failure } = useFound(search)
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, Math.max(0, found.length - 1))

  const open = (to: string | undefined) => {
    if (!to) return
    onClose()
    navigate(to)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((at + step + found.length) % found.length)
    } else if (event.key === 'Enter' && !isComposing(event.nativeEvent) && search === typed.trim()) {
      event.preventDefault()
      open(found[at]?.to)
    }
  }
  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className="search-field"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
        aria-label={t('shell:search.title')}
        placeholder={t('shell:search.placeholder')}
        maxLength={100}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={event => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
      />
      <ErrorNotice failure={failure} />
      <Results id={id} found={found} at={at} isBusy={isBusy} onChoose={setChosen} onOpen={one => open(one.to)} />
      <Text c="dimmed" size="xs" className="search-foot" role="status">
        {found.length === 0 && !isBusy ? t('shell:search.nothing') : t('shell:search.keys')}
      </Text>
    </>
  )
}

interface ResultsProps {
  id: string
  found: Found[]
  /** Index of the chosen result. */
  at: number
  isBusy: boolean
  onChoose: (index: number) => void
  onOpen: (one: Found) => void
}

function Results({ id, found, at, isBusy, onChoose, onOpen }: ResultsProps) {
  const { t } = useTranslation('shell')
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('search.title')} aria-busy={isBusy} className="search-list">
      {found.map((one, index) => (
        <Option
          key={`${one.kind} ${one.key}`}
          id={`${id}-${index}`}
          one={one}
          isChosen={index === at}
          onChoose={() => onChoose(index)}
          onOpen={() => onOpen(one)}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  one: Found
  isChosen: boolean
  onChoose: () => void
  onOpen: () => void
}

function Option({ id, one, isChosen, onChoose, onOpen }: OptionProps) {
  const { t } = useTranslation('shell')
  const Icon = icons[one.kind]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard, as a combobox has it
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className="search-one"
      onClick={onOpen}
      onPointerMove={onChoose}
    >
      <Icon size={18} aria-hidden />
      <span className="search-words">
        <span>{one.title}</span>
        {one.hint && <span className="search-hint">{one.hint}</span>}
      </span>
      <span className="search-hint">{t(`search.kind.${one.kind}`)}</span>
    </div>
  )
}
