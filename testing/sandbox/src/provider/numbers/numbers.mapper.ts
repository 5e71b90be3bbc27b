import { displayNumber } from '../phone-number.rules';
import type { CloudNumber } from './numbers.repository';

/** A number as the provider describes it. */
export function toNumberView(number: CloudNumber) {
  return {
    id: number.id,
    display_phone_number: displayNumber(number.digits),
    verified_name: number.name,
    status: number.is_registered ? number.status : 'PENDING',
    quality_rating: number.quality_rating,
    code_verification_status: 'VERIFIED',
    name_status: number.name_status,
    messaging_limit_tier: number.messaging_limit,
    whatsapp_business_manager_messaging_limit: number.messaging_limit,
    platform_type: number.is_registered ? 'CLOUD_API' : 'NOT_APPLICABLE',
    account_mode: 'LIVE',
    is_on_biz_app: number.is_coexistence,
    is_pin_enabled: number.pin !== null,
    throughput: { level: 'STANDARD' },
    ...(number.callback_url !== null && { webhook_configuration: { phone_number: number.callback_url } }),
  };
}

/** The number as every callback describes it. */
export function toMetadata({ id, digits }: Pick<CloudNumber, 'id' | 'digits'>): object {
  return { display_phone_number: digits, phone_number_id: id };
}
