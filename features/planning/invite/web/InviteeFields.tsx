import { ActionIcon, Anchor, Badge, Button, FileButton, Group, Select, Text, Textarea, Tooltip } from '@mantine/core'
import { IconFileTypeCsv, IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ContactFileProblem, readContactFile } from '#features/core/part/web/contactFile.ts'
import { EncodingNote } from '#features/core/part/web/EncodingNote.tsx'
import { useChosen } from '#features/planning/contact/web/chosen.ts'
import { GoogleContactsAct } from '#features/planning/contact/web/GoogleContactsAct.tsx'
import { languages } from '#web/i18n/language.ts'
import './InviteeFields.css'
import { InviteePreview } from './InviteePreview.tsx'
import { type InviteeInput, type Invitees, lineOf } from './invitees.ts'

interface Props {
  value: InviteeInput
  onChange: (value: InviteeInput) => void
  /** The result of `inviteesOf` for the value. */
  invitees: Invitees
  error?: string | undefined
  /** The form to which contacts of Google are brought, if it is not that of the address bar; false: to none. */
  returnTo?: string | false | undefined
}

/** The option for each person's own language. */
const own = 'own'

function inLanguage({ language: _, ...input }: InviteeInput, chosen: string | null): InviteeInput {
  const language = languages.find(known => known === chosen)
  return language ? { ...input, language } : input
}

/** The list, which takes the contacts that were chosen for this form. */
function useBrought(value: InviteeInput, onChange: Props['onChange']) {
  const list = useRef<HTMLTextAreaElement>(null)
  useChosen(people => {
    const lines = [value.text.trim(), ...people.map(lineOf)].filter(Boolean)
    onChange({ ...value, text: lines.join('\n') })
  }, list)
  return list
}

/** People to invite: typed, pasted or from a CSV, with a preview of the people found and the wrong lines. */
export function InviteeFields({ value, onChange, invitees, error, returnTo }: Props) {
  const { t } = useTranslation(['invite', 'common'])
  const [refused, setRefused] = useState<{ name: string; problem: ContactFileProblem }>()
  const resetFile = useRef<() => void>(null)
  const list = useBrought(value, onChange)

  const addFile = async (file: File | null) => {
    resetFile.current?.()
    if (!file) return
    const read = await readContactFile(file)
    setRefused('problem' in read ? { name: file.name, problem: read.problem } : undefined)
    if ('text' in read) onChange({ ...value, files: [...value.files, { name: file.name, ...read }] })
  }
  const dropped = (event: React.DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    addFile(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped anywhere here; the button does the same
    <div className="invitee-fields" onDragOver={event => event.preventDefault()} onDrop={dropped}>
      <Textarea
        ref={list}
        label={t('fields.people')}
        description={t('fields.peopleHint')}
        placeholder={t('fields.peopleExample')}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        value={value.text}
        onChange={event => onChange({ ...value, text: event.currentTarget.value })}
        error={error}
      />
      <ContactFiles
        files={value.files}
        onChange={files => onChange({ ...value, files })}
        refused={refused}
        addFile={addFile}
        resetRef={resetFile}
        more={returnTo !== false && <GoogleContactsAct returnTo={returnTo} />}
      />
      <InviteePreview
        invitees={invitees}
        leaveOut={email => onChange({ ...value, leftOut: [...value.leftOut, email] })}
      />
      <Select
        label={t('fields.language')}
        description={t('fields.languageHint')}
        allowDeselect={false}
        data={[
          { value: own, label: t('fields.languageOwn') },
          ...languages.map(value => ({ value, label: t(`common:languages.${value}`) })),
        ]}
        value={value.language ?? own}
        onChange={chosen => onChange(inLanguage(value, chosen))}
      />
      {invitees.leftOut.length > 0 && (
        <Text size="sm">
          {t('preview.leftOut', { count: invitees.leftOut.length })}{' '}
          <Anchor component="button" type="button" onClick={() => onChange({ ...value, leftOut: [] })}>
            {t('preview.putBack')}
          </Anchor>
        </Text>
      )}
    </div>
  )
}

interface FilesProps {
  files: InviteeInput['files']
  onChange: (files: InviteeInput['files']) => void
  refused: { readonly name: string; readonly problem: ContactFileProblem } | undefined
  addFile: (file: File | null) => void
  resetRef: RefObject<(() => void) | null>
  /** Another way to people, beside the files. */
  more: ReactNode
}

/** The button that adds a contact list, and the lists that were added. */
function ContactFiles({ files, onChange, refused, addFile, resetRef, more }: FilesProps) {
  const { t } = useTranslation(['invite', 'common'])
  const fileNote = useId()
  return (
    <>
      <Group gap="sm">
        <FileButton accept=".csv,text/csv" onChange={addFile} resetRef={resetRef}>
          {props => (
            <Button
              {...props}
              variant="default"
              aria-describedby={fileNote}
              leftSection={<IconFileTypeCsv size={18} aria-hidden />}
            >
              {t('fields.chooseCsv')}
            </Button>
          )}
        </FileButton>
        {more}
        <Text id={fileNote} size="xs" c="dimmed">
          {t('fields.csvHint')}
        </Text>
      </Group>
      {refused && (
        <Text role="alert" size="sm" c="var(--bad)">
          {t('common:pair', { label: refused.name, value: t(`fileProblem.${refused.problem}`) })}
        </Text>
      )}
      {files.length > 0 && (
        <Group gap="xs" component="ul" className="invitee-files">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none ever moves
            <li key={index}>
              <Badge
                variant="default"
                size="lg"
                tt="none"
                fw={500}
                rightSection={
                  <Tooltip label={t('fields.removeFile', { name: file.name })}>
                    <ActionIcon
                      size="xs"
                      variant="subtle"
                      color="gray"
                      aria-label={t('fields.removeFile', { name: file.name })}
                      onClick={() => onChange(files.filter((_, at) => at !== index))}
                    >
                      <IconX size={12} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                }
              >
                {file.name}
              </Badge>
            </li>
          ))}
        </Group>
      )}
      {files.map(
        ({ name, assumed }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          assumed && <EncodingNote key={index} name={name} assumed={assumed} />,
      )}
    </>
  )
}
