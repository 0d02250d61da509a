import { Button, Group, Slider, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { cropPicture, type Square } from './cropPicture.ts'
import type { Info } from './personalInfo.ts'
import 'react-easy-crop/react-easy-crop.css'
import './CropPicture.css'

interface Props {
  image: HTMLImageElement
  onSaved: (info: Info) => Promise<void>
  onOther: () => void
}

const MOST_ZOOM = 4

/** The part of a picture that is to be shown: moved by mouse, touch or arrow keys, resized by the slider. */
export function CropPicture({ image, onSaved, onOther }: Props) {
  const { t } = useTranslation('profile')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [square, setSquare] = useState<Square>()
  const label = useId()
  const save = useMutation({
    mutationFn: async (part: Square) => client.updateAvatar({ file: await cropPicture(image, part) }),
    onSuccess: onSaved,
  })
  return (
    <FormSection title={t('avatar.crop')} hint={t('avatar.cropHint')}>
      <div className="crop">
        <Cropper
          image={image.src}
          crop={crop}
          zoom={zoom}
          maxZoom={MOST_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': t('avatar.cropHint'), role: 'application' }}
          mediaProps={{ alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setSquare(pixels)}
        />
      </div>
      <div>
        <Text size="sm" fw={500} id={label}>
          {t('avatar.zoom')}
        </Text>
        <Slider
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          label={null}
          value={zoom}
          onChange={setZoom}
          thumbProps={{ 'aria-labelledby': label }}
        />
      </div>
      <ErrorNotice failure={save.error} title={t('avatar.failed')} />
      <Group>
        <Button loading={save.isPending} disabled={!square} onClick={() => square && save.mutate(square)}>
          {t('avatar.save')}
        </Button>
        <Button variant="default" onClick={onOther} disabled={save.isPending}>
          {t('avatar.other')}
        </Button>
      </Group>
    </FormSection>
  )
}
