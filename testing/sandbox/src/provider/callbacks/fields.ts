/** The callback fields that the sandbox plays, by the provider's reference of webhooks. */
export const allCallbackFields = [
  ...['messages', 'account_update', 'user_preferences', 'message_template_status_update'],
  ...['phone_number_quality_update', 'phone_number_name_update', 'business_capability_update'],
  ...['message_template_components_update', 'message_template_quality_update'],
  ...['template_category_update', 'history', 'smb_app_state_sync', 'smb_message_echoes'],
];
