import { Button, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { deckTypes } from '../rules.ts'

interface Props {
  onFiles: (files: File[]) => void
  disabled?: boolean
  /** Says that a file is missing. */
  error?: string | undefined
  /** What it takes instead of decks, one at a time: an extension, and its words. */
  other?: { readonly accept: string; readonly words: Record<'title' | 'hint' | 'act', string> }
}

/** The extensions for the browser's own dialog. */
export const acceptedFiles = deckTypes.map(type => `.${type}`).join(',')

/** Accepts slide files, or others, dropped or chosen with its button. The row of a refused file shows the reason. */
export function DeckDropzone({ onFiles, disabled = false, error, other }: Props) {
  const { t } = useTranslation('deck')
  const words = other?.words ?? { title: t('drop.title'), hint: t('drop.hint'), act: t('drop.act') }
  const open = useRef<() => void>(null)
  return (
    <div>
      <Dropzone
        onDrop={onFiles}
        openRef={open}
        disabled={disabled}
        useFsAccessApi={false}
        // the keyboard and screen readers use the button inside
        activateOnKeyboard={false}
        tabIndex={-1}
        inputProps={{ accept: other?.accept ?? acceptedFiles, 'aria-hidden': true }}
        multiple={!other}
        className="deck-drop"
        data-invalid={error !== undefined || undefined}
      >
        <IconFileUpload size={28} stroke={1.5} aria-hidden />
        <Text fw={600}>{words.title}</Text>
        <Text c="dimmed" size="sm">
          {words.hint}
        </Text>
        <Button
          variant="default"
          mt="xs"
          disabled={disabled}
          onClick={event => {
            event.stopPropagation()
            open.current?.()
          }}
        >
          {words.act}
        </Button>
      </Dropzone>
      {error && (
        <Text c="red" size="sm" mt={4} role="alert">
          {error}
        </Text>
      )}
    </div>
  )
}
