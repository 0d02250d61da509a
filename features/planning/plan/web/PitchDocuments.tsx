import { ActionIcon, Anchor, Button, FileButton, Group, Text, Tooltip } from '@mantine/core'
import { IconFileTypePdf, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { type CompanyText, companyTexts, MAX_DOCUMENT_BYTES } from '#features/core/pitch/rules.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import './PitchDocuments.css'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { LogoRow } from './LogoRow.tsx'

/** [ENT-007] The documents beside the texts of a pitch, and its logo, for whoever manages it: added, replaced, removed. */
export function PitchDocuments({ pitch }: { pitch: PitchDetail }) {
  return (
    <ul className="documents">
      <LogoRow pitch={pitch} />
      {companyTexts.map(text => (
        <DocumentRow key={text} pitch={pitch} text={text} />
      ))}
    </ul>
  )
}

function DocumentRow({ pitch, text }: { pitch: PitchDetail; text: CompanyText }) {
  const { t } = useTranslation(['pitch', 'common'])
  const refresh = useRefreshPitches()
  const resetFile = useRef<() => void>(null)
  const [asking, setAsking] = useState(false)
  const document = pitch[`${text}_file`]
  const name = t(`pitch:field.${text}`)
  const change = async (file?: File) => {
    if (file && file.size > MAX_DOCUMENT_BYTES) throw new CallFailed('DocumentTooLarge')
    await client.updateSgCompanyInfo({ uuid: pitch.uuid, document: text, ...(file && { file }) })
    await refresh()
  }
  const adding = useMutation({
    mutationFn: (file: File) => change(file),
    onSuccess: () => doneNotice(t('pitch:document.added', { text: name })),
    // the same file can be chosen again after it was mended
    onSettled: () => resetFile.current?.(),
  })
  return (
    <li>
      <div className="document">
        <div>
          <Text fw={600}>{name}</Text>
          {document ? (
            <Anchor href={document.url} className="document-name">
              <IconFileTypePdf size={16} aria-hidden />
              {document.filename}
            </Anchor>
          ) : (
            <Text c="dimmed">{t('pitch:document.none')}</Text>
          )}
        </div>
        <Group gap="xs" wrap="nowrap">
          <FileButton
            accept=".pdf,application/pdf"
            onChange={file => file && adding.mutate(file)}
            resetRef={resetFile}
            inputProps={{ 'aria-label': t('pitch:document.choose', { text: name }) }}
          >
            {props => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPaperclip size={16} aria-hidden />}
                loading={adding.isPending}
                aria-label={t(document ? 'pitch:document.replaceOf' : 'pitch:document.addTo', { text: name })}
              >
                {t(document ? 'pitch:document.replace' : 'pitch:document.add')}
              </Button>
            )}
          </FileButton>
          {document && (
            <Tooltip label={t('pitch:document.remove')}>
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={t('pitch:document.removeOf', { text: name })}
                onClick={() => setAsking(true)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </div>
      <ErrorNotice failure={adding.error} />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('pitch:document.removeTitle', { name: document?.filename ?? '' })}
        act={t('pitch:document.remove')}
        danger
        run={() => change()}
      >
        {t('pitch:document.removeBody')}
      </ConfirmDialog>
    </li>
  )
}
