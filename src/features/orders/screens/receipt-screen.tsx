import { t } from '#contract/language.ts'
import { rich } from '#lib/paint/rich.ts'
import { PageHead } from '#lib/paint/page-head.tsx'
import { Empty, Skeleton, Unreachable } from '#lib/paint/screen-states.tsx'
import { useReachability } from '#lib/query/reachability.ts'
import { agoText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { SignInToSee } from '../components/sign-in-to-see.tsx'
import { ReceiptPaper } from '../components/receipt-paper.tsx'
import { type ReceiptOf, useReceipt } from '../receipts.ts'
import { liveText } from '#lib/paint/marks.ts'
import OfferLinks from '#shared/offer-links/offer-links.tsx'

type Props = { type: string | undefined; objectId: string | undefined }

/** `/receipt?type=&object_id=`: the receipt of an order, stored on the device once read, and printable. */
export function ReceiptScreen({ type, objectId }: Props) {
  if (!type || !objectId) {
    return (
      <>
        <PageHead title={t('Receipt')} />
        <div className="container">
          <Empty>{t('This link doesn’t open a receipt. Please open it again from your order.')}</Empty>
          <OfferLinks />
        </div>
      </>
    )
  }
  return <Known key={`${type} ${objectId}`} of={{ type, objectId }} />
}

function Known({ of }: { of: ReceiptOf }) {
  const { shown, failed, retry } = useReceipt(of)
  const offline = useReachability() === 'unreachable'
  const now = useNow()
  return (
    // As wide as the paper and centered; without a receipt, as wide as any page.
    <Box maxWidth={failed && !shown ? undefined : '524px'} marginInline="auto">
      <PageHead title={t('Receipt')} />
      <Box className="container" display="grid" gap="6" paddingBottom="12">
        {!shown && !failed && <Skeleton count={3} shape="row" />}
        {failed?.code === 'not_found' && (
          <>
            <Empty>{t('We could not find this receipt. It may belong to another account.')}</Empty>
            <SignInToSee
              path={`/receipt?${new URLSearchParams({ type: of.type, object_id: of.objectId })}`}
            />
          </>
        )}
        {failed && failed.code !== 'not_found' && (
          <Unreachable failed={failed} what={t('This receipt')} onRetry={retry} />
        )}
        {failed && <OfferLinks withoutAccount={failed.code === 'not_found'} />}
        {shown && offline && now !== undefined && (
          <Text color="muted" {...liveText}>{rich`Offline · as of ${agoText(shown.savedAt, now)}`}</Text>
        )}
        {shown && <ReceiptPaper receipt={shown.value} />}
        {shown && (
          <ReceiptActions title={t`Receipt ${shown.value.check_number}`} link={shown.value.check_link} />
        )}
      </Box>
    </Box>
  )
}

/** A receipt with its own link is shared by that: older links contain the order's id, which shows and changes a gift card. */
const addressOf = (link: string): string => (link.includes('/receipt?') ? link : location.href)

/** Print, or the device's share dialog. */
function ReceiptActions({ title, link }: { title: string; link: string }) {
  const canShare = typeof navigator.share === 'function'
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ title, url: addressOf(link) })
    } catch {
      return // Dismissing the share dialog needs no message.
    }
  }
  return (
    <Box display="flex" flexWrap="wrap" gap="3">
      <Button onClick={() => print()}>{t('PRINT')}</Button>
      {canShare && (
        <Button look="second" onClick={() => void share()}>
          {t('SHARE')}
        </Button>
      )}
    </Box>
  )
}
