import { Button, Group, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { saveFile } from '#web/ui/exportText.ts'
import { talkFiles } from '../rules.ts'

interface Props {
  uuid: string
  id: string
  /** The languages into which captions were translated. */
  languages: readonly CaptionLanguage[]
  as: Pick<RoomClient, 'exportReplayTalk'>
}

const types = { captions: 'text/vtt;charset=utf-8', transcript: 'text/plain;charset=utf-8' } as const

/** What was said, as files: captions and a transcript, as spoken or in a translated language. */
export function TalkFiles({ uuid, id, languages, as }: Props) {
  const { t } = useTranslation(['replay', 'caption'])
  const [language, setLanguage] = useState('')
  const saving = useMutation({
    mutationFn: async (kind: (typeof talkFiles)[number]) => {
      const into = language ? { language: language as CaptionLanguage } : {}
      const { filename, text } = await as.exportReplayTalk({ uuid, id, kind, ...into })
      saveFile(filename, text, types[kind])
    },
  })
  return (
    <>
      <Group align="end" gap="sm">
        {languages.length > 0 && (
          <Select
            label={t('caption:download.language')}
            value={language}
            allowDeselect={false}
            onChange={value => setLanguage(value ?? '')}
            data={[
              { value: '', label: t('caption:read.original') },
              ...languages.map(value => ({ value, label: t(`caption:language.${value}`) })),
            ]}
          />
        )}
        {talkFiles.map(kind => (
          <Button
            key={kind}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={saving.isPending && saving.variables === kind}
            onClick={() => saving.mutate(kind)}
          >
            {t(`files.${kind}`)}
          </Button>
        ))}
      </Group>
      {saving.error && <ErrorNotice failure={saving.error} />}
    </>
  )
}
