import { Button, Group, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconCamera, IconPhotoUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureTypes } from '#contract/pictures.ts'
import { Camera } from './Camera.tsx'
import './PictureSource.css'

interface Props {
  onFile: (file: Blob) => void
  /** Something was dropped that is no picture. */
  onRefused: () => void
}

/** Where a picture comes from: a file that is chosen, dropped or pasted, or the camera. */
export function PictureSource({ onFile, onRefused }: Props) {
  const { t } = useTranslation('profile')
  const [shoots, setShoots] = useState(false)
  const open = useRef<() => void>(null)
  const hasCamera = typeof navigator.mediaDevices?.getUserMedia === 'function'

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])][0]
      if (file) onFile(file)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [onFile])

  if (shoots) return <Camera onPicture={onFile} onClose={() => setShoots(false)} />
  return (
    <Dropzone
      accept={[...pictureTypes]}
      multiple={false}
      openRef={open}
      useFsAccessApi={false}
      onDrop={([file]) => file && onFile(file)}
      onReject={onRefused}
      // the button inside is what the keyboard and screen readers find
      activateOnKeyboard={false}
      tabIndex={-1}
      inputProps={{ 'aria-hidden': true }}
      className="picture-drop"
    >
      <IconPhotoUp size={28} stroke={1.5} aria-hidden />
      <Group justify="center">
        <Button
          onClick={event => {
            event.stopPropagation()
            open.current?.()
          }}
        >
          {t('avatar.choose')}
        </Button>
        {hasCamera && (
          <Button
            variant="default"
            leftSection={<IconCamera size={16} aria-hidden />}
            onClick={event => {
              event.stopPropagation()
              setShoots(true)
            }}
          >
            {t('avatar.camera')}
          </Button>
        )}
      </Group>
      <Text c="dimmed" size="sm">
        {t('avatar.dropHint')}
      </Text>
    </Dropzone>
  )
}
