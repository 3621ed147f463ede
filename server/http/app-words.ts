/** Why calls of the app are refused, for codes with more reasons in the back-office. */
export const appRefusals: Record<string, string> = {
  401: 'Sign in again: the session has expired, was ended or is not known, or the account was deactivated.',
  403: 'The application key is missing or wrong, the token is one of the back-office, or the owner may not do this.',
}

/** The names of the app's records in a client; full records are named after the calls that answer them. */
export const appSchemas: Record<string, string> = {
  OwnerAccountExport: 'OwnersData',
  OwnerAccountMe: 'Owner',
  OwnerAccountSetPreferences: 'Preferences',
  OwnerAccountSignInSocial: 'SignedIn',
  OwnerAccountSocialNonce: 'SocialNonce',
  OwnerCampaignCampaigns: 'Campaign',
  OwnerCampaignLookup: 'KnownCampaign',
  OwnerConfigConfig: 'Config',
  OwnerContentCmsPages: 'Page',
  OwnerContentDealers: 'Dealer',
  OwnerContentDealersNear: 'NearDealer',
  OwnerContentManualPages: 'ManualPage',
  OwnerContentManuals: 'Manual',
  OwnerContentMenuItems: 'MenuItem',
  OwnerContentModels: 'Model',
  OwnerContentRvTypes: 'RvType',
  OwnerContentSliderImages: 'SliderImage',
  OwnerContentSocialMedias: 'SocialMedia',
  OwnerContentSubTopics: 'SubTopic',
  OwnerContentTopics: 'Topic',
  OwnerContentYears: 'Year',
  OwnerNotificationDeviceCode: 'DeviceCode',
  OwnerNotificationInbox: 'Message',
  OwnerNotificationUnread: 'UnreadMessages',
  OwnerRecordChecklists: 'Checklist',
  OwnerRecordMaintenance: 'MaintenanceItem',
  OwnerRecordRvs: 'Rv',
  WarrantyCheck: 'Warranty',
}
