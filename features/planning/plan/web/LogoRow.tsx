import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { PICTURE_BYTES, pictureTypes } from '#contract/pictures.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'

/** [ENT-008] The company's logo: chosen, replaced, removed. */
export function LogoRow({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const refresh = useRefreshPitches()
  const resetFile = useRef<() => void>(null)
  const changing = useMutation({
    mutationFn: async (file: File | undefined) => {
      if (file && file.size > PICTURE_BYTES) throw new CallFailed('PictureTooLarge')
      await client.updatePitchLogo({ uuid: pitch.uuid, ...(file && { file }) })
      await refresh()
    },
    onSettled: () => resetFile.current?.(),
  })
  return (
    <li>
      <div className="document">
        <div>
          <Text fw={600}>{t('logo.title')}</Text>
          {pitch.company_logo ? (
            <img className="document-logo" data-logo src={`/webapi/${pitch.company_logo}`} alt={t('logo.alt')} />
          ) : (
            <Text c="dimmed">{t('logo.none')}</Text>
          )}
        </div>
        <Group gap="xs" wrap="nowrap">
          <FileButton
            accept={pictureTypes.join()}
            onChange={file => file && changing.mutate(file)}
            resetRef={resetFile}
            inputProps={{ 'aria-label': t('logo.choose') }}
          >
            {props => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPhoto size={16} aria-hidden />}
                loading={changing.isPending}
              >
                {t(pitch.company_logo ? 'logo.replace' : 'logo.add')}
              </Button>
            )}
          </FileButton>
          {pitch.company_logo && (
            <Button variant="subtle" color="red" onClick={() => changing.mutate(undefined)}>
              {t('logo.remove')}
            </Button>
          )}
        </Group>
      </div>
      <ErrorNotice failure={changing.error} />
    </li>
  )
}
