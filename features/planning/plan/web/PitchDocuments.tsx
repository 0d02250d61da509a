import { ActionIcon, Anchor, Button, FileButton, Group, Text, Tooltip } from '@mantine/core'
import { IconFileTypePdf, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { type CompanyText, companyTexts, MAX_DOCUMENT_BYTES } from '#features/core/pitch/rules.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import './PitchDocuments.css'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { LogoRow } from './LogoRow.tsx'

/** [ENT-007] Adds, replaces and removes the documents beside a pitch's texts, and its logo. */
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
  const { t } = useTranslation('pitch')
  const refresh = useRefreshPitches()
  const resetFile = useRef<() => void>(null)
  const [confirms, setConfirms] = useState(false)
  const document = pitch[`${text}_file`]
  const name = t(`field.${text}`)
  const change = async (file?: File) => {
    if (file && file.size > MAX_DOCUMENT_BYTES) throw new CallFailed('DocumentTooLarge')
    await client.updateSgCompanyInfo({ uuid: pitch.uuid, document: text, ...(file && { file }) })
    await refresh()
  }
  const adding = useMutation({
    mutationFn: (file: File) => change(file),
    onSuccess: () => doneNotice(t('document.added', { text: name })),
    // lets the same file be chosen again after it was corrected
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
            <Text c="dimmed">{t('document.none')}</Text>
          )}
        </div>
        <Group gap="xs" wrap="nowrap">
          <ChooseDocument name={name} replaces={document !== null} adding={adding} resetRef={resetFile} />
          {document && (
            <Tooltip label={t('document.remove')}>
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={t('document.removeOf', { text: name })}
                onClick={() => setConfirms(true)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </div>
      <ErrorNotice failure={adding.error} />
      <ConfirmDialog
        opened={confirms}
        onClose={() => setConfirms(false)}
        title={t('document.removeTitle', { name: document?.filename ?? '' })}
        act={t('document.remove')}
        danger
        run={() => change()}
      >
        {t('document.removeBody')}
      </ConfirmDialog>
    </li>
  )
}

interface ChooseProps {
  /** The text that the document belongs to. */
  name: string
  replaces: boolean
  adding: { readonly mutate: (file: File) => void; readonly isPending: boolean }
  resetRef: RefObject<(() => void) | null>
}

function ChooseDocument({ name, replaces, adding, resetRef }: ChooseProps) {
  const { t } = useTranslation('pitch')
  return (
    <FileButton
      accept=".pdf,application/pdf"
      onChange={file => file && adding.mutate(file)}
      resetRef={resetRef}
      inputProps={{ 'aria-label': t('document.choose', { text: name }) }}
    >
      {props => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconPaperclip size={16} aria-hidden />}
          loading={adding.isPending}
          aria-label={t(replaces ? 'document.replaceOf' : 'document.addTo', { text: name })}
        >
          {t(replaces ? 'document.replace' : 'document.add')}
        </Button>
      )}
    </FileButton>
  )
}
