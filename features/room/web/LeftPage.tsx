import { useTranslation } from 'react-i18next'
import { StatePage } from '#web/shell/StatePages.tsx'
import type { JoinInfo } from './joinInfo.ts'
import { Button } from './pieces/Button.tsx'

/** After leaving: the pitch goes on, and the way back is one click. */
export function LeftPage({ info, onReturn }: { info: JoinInfo; onReturn: () => void }) {
  const { t } = useTranslation('room')
  return (
    <StatePage title={t('left.title')} hint={t('left.hint', { name: info.presentation_name })}>
      <Button autoFocus onClick={onReturn}>
        {t('left.return')}
      </Button>
    </StatePage>
  )
}
