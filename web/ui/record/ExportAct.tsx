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
  /** The label (`act`), and what is said when the file is there: `done`, or `cut` when it is incomplete. */
  words: (word: 'act' | 'done' | 'cut', file: { rows?: number; total?: number; count?: number }) => string
  run: () => Promise<Exported>
}

/** Downloads the rows of a list as CSV, and says when the file is incomplete. */
export function ExportAct({ words, run }: Props) {
  const wording = useWording()
  const exporting = useMutation({
    mutationFn: run,
    onSuccess: ({ filename, csv, rows, total }) => {
      saveFile(filename, csv, 'text/csv;charset=utf-8')
      const message = words(rows < total ? 'cut' : 'done', { rows, total, count: rows })
      notifications.show({ color: rows < total ? 'yellow' : 'green', message })
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
      {words('act', {})}
    </Button>
  )
}
