import { IconArrowBackUp, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DashboardPitch } from '#features/results/dashboard/contract.ts'
import { client } from '#web/client/client.ts'
import type { IconAct } from '#web/ui/record/useActs.tsx'

type Named = Pick<DashboardPitch, 'uuid' | 'presentation_name'>

/** The acts that put a pitch aside, which is undone at once or later, and bring it back. */
export function useAsideActs() {
  const { t } = useTranslation('dashboard')
  const putAside = ({ uuid, presentation_name: name }: Named): IconAct => ({
    label: t('aside.act'),
    icon: IconEyeOff,
    run: () => client.createNotInterestedInPitch({ uuid }),
    done: t('aside.done', { name }),
    undo: () => client.deleteNotInterestedInPitch({ uuid }),
  })
  const bringBack = ({ uuid, presentation_name: name }: Named): IconAct => ({
    label: t('aside.back'),
    name: t('aside.backNamed', { name }),
    icon: IconArrowBackUp,
    run: () => client.deleteNotInterestedInPitch({ uuid }),
    done: t('aside.backDone', { name }),
  })
  return { putAside, bringBack }
}
