import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconFileUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { deckTypes } from '../rules.ts'

interface Props {
  onFiles: (files: File[]) => void
  disabled?: boolean
  /** Says that a file is missing. */
  error?: string | undefined
}

/** The extensions for the browser's own dialog. */
export const acceptedFiles = deckTypes.map(type => `.${type}`).join(',')

/** Takes slide files: dropped, or chosen with the mouse or the keyboard. What cannot be taken is said at its row. */
export function DeckDropzone({ onFiles, disabled = false, error }: Props) {
  const { t } = useTranslation('deck')
  return (
    <div>
      <Dropzone
        onDrop={onFiles}
        disabled={disabled}
        useFsAccessApi={false}
        // the zone itself is the button, so the input in it is nothing to reach
        inputProps={{ accept: acceptedFiles, hidden: true }}
        role="button"
        className="deck-drop"
        data-invalid={error !== undefined || undefined}
      >
        <IconFileUpload size={28} stroke={1.5} aria-hidden />
        <Text fw={600}>{t('drop.title')}</Text>
        <Text c="dimmed" size="sm">
          {t('drop.hint')}
        </Text>
      </Dropzone>
      {error && (
        <Text c="red" size="sm" mt={4} role="alert">
          {error}
        </Text>
      )}
    </div>
  )
}
