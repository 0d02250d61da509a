import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, type IconTrash } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The place of a file among the others. */
export interface Place {
  readonly index: number
  readonly count: number
}

const DRAGGED = 'application/x-rostrum-deck-file'

/** Lets a file be dragged onto another: `drop` gets the id of the file that is dropped on this one. */
export function useFileDrag(id: string, drop: (dragged: string) => void) {
  const [over, setOver] = useState(false)
  const handlers = {
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(DRAGGED, id),
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      const dragged = event.dataTransfer.getData(DRAGGED)
      if (!dragged || dragged === id) return
      event.preventDefault()
      drop(dragged)
    },
  }
  return { over, handlers }
}

interface MoveProps {
  /** The name of the file. */
  name: string
  place: Place
  move: (position: number) => void
}

/** Moves a file one place up or down, where there are several. */
export function MoveActs({ name, place, move }: MoveProps) {
  const { t } = useTranslation('deck')
  if (place.count < 2) return null
  return (
    <>
      <IconAct
        label={t('act.up')}
        name={name}
        Icon={IconArrowUp}
        onClick={() => move(place.index - 1)}
        disabled={place.index === 0}
      />
      <IconAct
        label={t('act.down')}
        name={name}
        Icon={IconArrowDown}
        onClick={() => move(place.index + 1)}
        disabled={place.index === place.count - 1}
      />
    </>
  )
}

interface IconActProps {
  label: string
  /** The name of the file. */
  name: string
  Icon: typeof IconTrash
  onClick: () => void
  disabled?: boolean
}

export function IconAct({ label, name, Icon, onClick, disabled = false }: IconActProps) {
  const { t } = useTranslation()
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('pair', { label, value: name })}
        onClick={onClick}
        disabled={disabled}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
