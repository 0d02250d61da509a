import { useTranslation } from 'react-i18next'
import type { ReportKind } from '#features/results/report/rules.ts'
import { client } from '#web/client/client.ts'
import { CsvButton } from '#web/ui/record/CsvButton.tsx'

interface Props {
  uuid: string
  kind: ReportKind
}

/** Downloads one table of a pitch's results as CSV. */
export function ExportButton({ uuid, kind }: Props) {
  const { t } = useTranslation('report')
  return <CsvButton label={t(`export.${kind}`)} run={() => client.exportPitchReport({ uuid, kind })} />
}
