import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../exportText.ts'
import { useWording } from '../wording.ts'

interface Props {
  label: string
  run: () => Promise<{ readonly filename: string; readonly csv: string }>
}

/** Downloads a table that is always whole as CSV; a failure stands beside the button. */
export function CsvButton({ label, run }: Props) {
  const wording = useWording()
  const exporting = useMutation({
    mutationFn: run,
    onSuccess: ({ filename, csv }) => saveFile(filename, csv, 'text/csv;charset=utf-8'),
  })
  return (
    <>
      <Button
        variant="default"
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {label}
      </Button>
      {exporting.error && (
        <Text role="alert" size="sm" c="var(--bad)">
          {wording(exporting.error)}
        </Text>
      )}
    </>
  )
}
