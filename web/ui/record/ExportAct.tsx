import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../exportText.ts'
import { useWording } from '../wording.ts'

interface Exported {
  readonly filename: string
  readonly csv: string
  /** How many rows there are in the file, and how many there were to export. */
  readonly rows: number
  readonly total: number
}

interface Props {
  label: string
  run: () => Promise<Exported>
  /** What is said when the file is there. */
  done: (file: Exported) => string
}

/** Downloads the rows of a list as CSV, and says when the file is incomplete. */
export function ExportAct({ label, run, done }: Props) {
  const wording = useWording()
  const exporting = useMutation({
    mutationFn: run,
    onSuccess: file => {
      saveFile(file.filename, file.csv, 'text/csv;charset=utf-8')
      notifications.show({ color: file.rows < file.total ? 'yellow' : 'green', message: done(file) })
    },
    onError: failure => notifications.show({ color: 'red', message: wording(failure) }),
  })
  return (
    <Button
      variant="default"
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {label}
    </Button>
  )
}
