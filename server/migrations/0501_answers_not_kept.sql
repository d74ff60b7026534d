-- Answers that bear a secret are no longer kept for retries; those that were go now.
update idempotency set response = null
  where path in ('/user/userController/insertUser', '/user/userController/adminResetPassword', '/user/outbox/selectOutboxContent', '/soleManager/trialAccount/openTrial');
