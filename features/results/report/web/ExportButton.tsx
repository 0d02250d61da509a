import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ReportKind } from '#features/results/report/rules.ts'
import { client } from '#web/client/client.ts'
import { saveFile } from '#web/ui/exportText.ts'
import { useWording } from '#web/ui/wording.ts'

interface Props {
  uuid: string
  kind: ReportKind
}

/** Downloads one table of a pitch's results as CSV. */
export function ExportButton({ uuid, kind }: Props) {
  const { t } = useTranslation('report')
  const wording = useWording()
  const exporting = useMutation({
    mutationFn: () => client.exportPitchReport({ uuid, kind }),
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
        {t(`export.${kind}`)}
      </Button>
      {exporting.error && (
        <Text role="alert" size="sm" c="var(--bad)">
          {wording(exporting.error)}
        </Text>
      )}
    </>
  )
}
