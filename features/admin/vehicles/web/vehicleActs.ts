import { IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { IconAct } from '#web/ui/record/useActs.tsx'

interface Vehicle {
  readonly name: string
  readonly deleted: boolean
  readonly edit: () => void
  /** The words of its deletion, on the dialog and its button. */
  readonly deletion: string
  readonly remove: () => Promise<unknown>
  readonly restore: () => Promise<unknown>
}

/** The acts on an SPV or a series: edit and delete, with an undo, or restore. */
export function useVehicleActs({ name, deleted, edit, deletion, remove, restore }: Vehicle): (IconAct | false)[] {
  const { t } = useTranslation(['vehicles', 'common'])
  if (deleted)
    return [
      {
        label: t('vehicles:restore'),
        icon: IconRestore,
        run: restore,
        done: t('vehicles:done.restore', { name }),
      },
    ]
  return [
    { label: t('common:act.edit'), icon: IconPencil, go: edit },
    {
      label: t('common:act.delete'),
      icon: IconTrash,
      danger: true,
      confirm: {
        title: deletion,
        body: t('vehicles:deleteBody', { name }),
        act: deletion,
        failed: t('vehicles:failed.delete'),
      },
      run: remove,
      done: t('vehicles:done.delete', { name }),
      undo: restore,
    },
  ]
}

/** What the filter for deleted records needs beside the list's state: they are shown instead, to restore them. */
export function useDeletedFilter() {
  const { t } = useTranslation('vehicles')
  const label = t('filter.deleted')
  return { filter: 'deleted', label, options: [{ value: '1', label }] } as const
}
