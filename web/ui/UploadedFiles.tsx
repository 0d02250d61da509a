import { Button, FileButton, Group, Pill, Stack, Text } from '@mantine/core'
import { IconUpload, type TablerIcon } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from './ErrorNotice.tsx'

/** A file that the server has checked and stored; the form that it is meant for has yet to be sent. */
export interface Uploaded {
  readonly id: string
  readonly filename: string
}

/** A button that adds files of one kind. */
interface Kind {
  readonly label: string
  readonly upload: (file: File) => Promise<Uploaded>
  readonly icon?: TablerIcon
}

interface Props {
  readonly files: readonly Uploaded[]
  readonly onChange: (files: Uploaded[]) => void
  readonly kinds: readonly Kind[]
  /** As the `accept` of a file input. */
  readonly accept: string
  /** How many there may be; as many as they like without it. */
  readonly most?: number
  /** Beside the buttons. */
  readonly hint?: string
}

/** Adds files to a form, each uploaded at once, and takes them off again. */
export function UploadedFiles({ files, onChange, kinds, accept, most = Number.POSITIVE_INFINITY, hint }: Props) {
  const { t } = useTranslation()
  const adding = useMutation({
    mutationFn: ({ kind, file }: { kind: Kind; file: File }) => kind.upload(file),
    onSuccess: added => onChange([...files, added]),
  })
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {kinds.map(kind => {
          const Icon = kind.icon ?? IconUpload
          return (
            <FileButton
              key={kind.label}
              accept={accept}
              disabled={files.length >= most}
              onChange={file => file && adding.mutate({ kind, file })}
            >
              {props => (
                <Button
                  {...props}
                  variant="default"
                  disabled={files.length >= most}
                  loading={adding.isPending && adding.variables.kind.label === kind.label}
                  leftSection={<Icon size={18} aria-hidden />}
                >
                  {kind.label}
                </Button>
              )}
            </FileButton>
          )
        })}
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </Group>
      <ErrorNotice failure={adding.error} />
      <Group gap="xs" aria-live="polite">
        {files.map(({ id, filename }) => (
          <Pill
            key={id}
            withRemoveButton
            // Mantine hides it from the keyboard and from screen readers
            removeButtonProps={{
              ...{ 'aria-label': t('act.removeNamed', { name: filename }), 'aria-hidden': false, tabIndex: 0 },
            }}
            onRemove={() => onChange(files.filter(file => file.id !== id))}
          >
            {filename}
          </Pill>
        ))}
      </Group>
    </Stack>
  )
}
