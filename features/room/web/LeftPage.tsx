import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { StatePage } from '#web/shell/StatePages.tsx'
import type { JoinInfo } from './joinInfo.ts'
import { OutsidePage } from './OutsidePage.tsx'
import { Button } from './pieces/Button.tsx'

/** After leaving: the pitch goes on, and the way back is one click. */
export function LeftPage({ info, onReturn }: { info: JoinInfo; onReturn: () => void }) {
  const { t } = useTranslation('room')
  return (
    <OutsidePage>
      <StatePage title={t('left.title')} hint={t('left.hint', { name: info.presentation_name })}>
        <Button autoFocus onClick={onReturn}>
          {t('left.return')}
        </Button>
        <Link className="plain-button quiet" to="/">
          {t('head.start')}
        </Link>
      </StatePage>
    </OutsidePage>
  )
}
