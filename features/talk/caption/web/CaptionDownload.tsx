import { Button, Group, Select, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import { client } from '#web/client/client.ts'
import { saveFile } from '#web/ui/exportText.ts'
import { useWording } from '#web/ui/wording.ts'

/** Downloads the captions of a pitch as WebVTT, as spoken or in a translated language. */
export function CaptionDownload({ uuid }: { uuid: string }) {
  const { t } = useTranslation('caption')
  const wording = useWording()
  const [language, setLanguage] = useState('')
  const known = useQuery({
    queryKey: ['captionLanguages', uuid],
    queryFn: () => client.sgGetPitchCaptionL({ pitch_uuid: uuid }),
  })
  const saving = useMutation({
    mutationFn: () => client.exportPitchCaptions({ uuid, ...(language && { language: language as CaptionLanguage }) }),
    onSuccess: ({ filename, vtt }) => saveFile(filename, vtt, 'text/vtt;charset=utf-8'),
  })
  const failure = known.error ?? saving.error
  if (known.data?.spoken.length === 0) return null
  return (
    <Group align="end" gap="sm">
      {(known.data?.translated.length ?? 0) > 0 && (
        <Select
          label={t('download.language')}
          value={language}
          allowDeselect={false}
          onChange={value => setLanguage(value ?? '')}
          data={[
            { value: '', label: t('read.original') },
            ...(known.data?.translated ?? []).map(value => ({ value, label: t(`language.${value}`) })),
          ]}
        />
      )}
      <Button
        variant="default"
        disabled={!known.data}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {t('download.save')}
      </Button>
      {failure && (
        <Text role="alert" size="sm" c="var(--bad)">
          {wording(failure)}
        </Text>
      )}
    </Group>
  )
}
