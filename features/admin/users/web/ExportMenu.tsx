import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type SheetFormat, sheetFormats } from '#contract/fields.ts'
import type { ListedMatch } from '#features/admin/users/rules.ts'
import { client } from '#web/client/client.ts'
import type { Selection } from '#web/ui/record/selection.tsx'
import { useWording } from '#web/ui/wording.ts'
import { selectionOf } from './userQueries.ts'

/** Downloads the filtered list, or only the selected users. */
export function ExportMenu({ selection, match }: { selection: Selection; match: ListedMatch }) {
  const { t } = useTranslation('account')
  const wording = useWording()
  const exporting = useMutation({
    mutationFn: (format: SheetFormat) =>
      client.exportUsers({ format, ...(selection.size > 0 ? selectionOf(selection, match) : { matching: match }) }),
    onSuccess: ({ url }) => download(url),
    onError: failure => notifications.show({ color: 'red', message: wording(failure) }),
  })
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          loading={exporting.isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {selection.size > 0 ? t('export.chosen', { count: selection.size }) : t('export.list')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sheetFormats.map(format => (
          <Menu.Item key={format} onClick={() => exporting.mutate(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A download link does not leave the page, so no unsaved changes are asked about. */
function download(url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: '' })
  document.body.append(link)
  link.click()
  link.remove()
}
