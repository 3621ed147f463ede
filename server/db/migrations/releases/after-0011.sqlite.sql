CREATE TABLE "migrations" ("name" text primary key, "applied_at" text not null);
CREATE TABLE "secrets" ("name" text primary key,
  "value" text not null);
CREATE TABLE "admins" ("id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "password_hash" text not null,
  "avatar_file" text,
  "created_at" text not null,
  "updated_at" text not null,
  "name_key" text default '' not null,
  "is_deleted" integer default 0 not null,
  "version" integer default 1 not null,
  "status" text default 'ACTIVE' not null,
  "passkey_count" integer default 0 not null,
  "invited_until" text,
  "last_sign_in" text,
  "totp_since" text,
  "recovery_since" text, mail_problem text);
CREATE TABLE "sessions" ("token_hash" text primary key,
  "admin_id" text not null references "admins" ("id"),
  "created_at" text not null,
  "used_at" text not null,
  "id" text default '' not null,
  "device" text default '' not null,
  "address" text default '' not null,
  "proved_at" text default '' not null,
  "end_hash" text,
  "browser" text, former_hash text, rotated_at text, rotated_from text);
CREATE TABLE "otps" ("email" text primary key,
  "code_hash" text not null,
  "expires_at" text not null,
  "tries" integer not null,
  "request" text default '' not null, browser_hash text, tries_elsewhere integer not null default 0);
CREATE TABLE "tries" ("key" text primary key,
  "count" integer not null,
  "window_ends_at" text not null);
CREATE TABLE "idempotency_keys" ("key_hash" text primary key,
  "body_hash" text not null,
  "answer" text not null,
  "created_at" text not null,
  "change_id" text);
CREATE TABLE "jobs" ("id" text primary key,
  "kind" text not null,
  "payload" text not null,
  "run_at" text not null,
  "attempts" integer not null,
  "last_error" text,
  "lease" text,
  "gave_up_at" text);
CREATE TABLE "record_counts" ("table_name" text primary key,
  "active" integer not null,
  "deleted" integer not null,
  "stamp" integer not null);
CREATE TABLE "rv_types" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "name" text not null,
  "name_key" text not null,
  "seq_no" integer not null);
CREATE VIRTUAL TABLE rv_types_search using fts5(name_key, content='rv_types', content_rowid='seq', tokenize='trigram');
CREATE TABLE "years" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "name" text not null,
  "name_key" text not null);
CREATE VIRTUAL TABLE years_search using fts5(name_key, content='years', content_rowid='seq', tokenize='trigram');
CREATE TABLE "models" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "cat_id" text not null references "rv_types" ("id"),
  "year_id" text not null references "years" ("id"),
  "name" text not null,
  "name_key" text not null,
  "seq_no" integer not null,
  "description" text not null,
  "description_key" text not null);
CREATE VIRTUAL TABLE models_search using fts5(name_key, description_key, content='models', content_rowid='seq', tokenize='trigram');
CREATE TABLE "topics" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "name" text not null,
  "name_key" text not null,
  "seq_no" integer not null);
CREATE VIRTUAL TABLE topics_search using fts5(name_key, content='topics', content_rowid='seq', tokenize='trigram');
CREATE TABLE "sub_topics" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "topic_id" text not null references "topics" ("id"),
  "name" text not null,
  "name_key" text not null,
  "seq_no" integer not null);
CREATE VIRTUAL TABLE sub_topics_search using fts5(name_key, content='sub_topics', content_rowid='seq', tokenize='trigram');
CREATE TABLE "checklists" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "name" text not null,
  "name_key" text not null,
  "note" text not null,
  "note_key" text not null,
  "added_by_kind" text not null,
  "added_by_id" text not null);
CREATE VIRTUAL TABLE checklists_search using fts5(name_key, note_key, content='checklists', content_rowid='seq', tokenize='trigram');
CREATE TABLE "maintenance_items" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "reminder_name" text not null,
  "reminder_name_key" text not null,
  "item_name" text not null,
  "item_name_key" text not null,
  "due_date" text not null,
  "note" text not null,
  "note_key" text not null,
  "added_by_kind" text not null,
  "added_by_id" text not null);
CREATE VIRTUAL TABLE maintenance_items_search using fts5(reminder_name_key, item_name_key, note_key, content='maintenance_items', content_rowid='seq', tokenize='trigram');
CREATE TABLE "app_images" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "url_file" text not null,
  "seq_no" integer not null);
CREATE TABLE "menu_items" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "title" text not null,
  "title_key" text not null,
  "seq_no" integer not null,
  "code" integer not null unique,
  "icon_file" text);
CREATE VIRTUAL TABLE menu_items_search using fts5(title_key, content='menu_items', content_rowid='seq', tokenize='trigram');
CREATE TABLE "social_medias" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "name" text not null,
  "name_key" text not null,
  "url" text not null,
  "url_key" text not null,
  "icon_file" text not null);
CREATE VIRTUAL TABLE social_medias_search using fts5(name_key, url_key, content='social_medias', content_rowid='seq', tokenize='trigram');
CREATE TABLE "cms_pages" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "title" text not null,
  "title_key" text not null,
  "code" text not null,
  "code_key" text not null,
  "content" text not null);
CREATE VIRTUAL TABLE cms_pages_search using fts5(title_key, content='cms_pages', content_rowid='seq', tokenize='trigram');
CREATE TABLE "manuals" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "cat_id" text not null references "rv_types" ("id"),
  "year_id" text not null references "years" ("id"),
  "pdf_file" text,
  "pdf_made_at" text,
  "pdf_digest" text);
CREATE TABLE "manual_pages" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "manual_id" text not null references "manuals" ("id"),
  "topic_id" text not null references "topics" ("id"),
  "subtopic_id" text not null references "sub_topics" ("id"),
  "content" text not null,
  "content_key" text default '' not null);
CREATE TABLE "users" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "name" text not null,
  "name_key" text not null,
  "email" text not null,
  "email_key" text not null unique,
  "type" text not null,
  "social_id" text,
  "status" integer not null,
  "password_hash" text,
  "must_change_password" integer not null,
  "email_confirmed" integer default 1 not null, mail_problem text);
CREATE VIRTUAL TABLE users_search using fts5(name_key, email_key, content='users', content_rowid='seq', tokenize='trigram');
CREATE TABLE "app_sessions" ("token_hash" text primary key,
  "user_id" text not null references "users" ("id"),
  "created_at" text not null,
  "used_at" text not null);
CREATE TABLE "app_sign_ins" ("id" text primary key,
  "user_id" text not null references "users" ("id"),
  "at" text not null);
CREATE TABLE "rvs" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "user_id" text not null references "users" ("id"),
  "cat_id" text not null references "rv_types" ("id"),
  "model_id" text not null references "models" ("id"),
  "year_id" text not null references "years" ("id"),
  "serial_no" text,
  "vin" text not null);
CREATE VIRTUAL TABLE rvs_search using fts5(serial_no, vin, content='rvs', content_rowid='seq', tokenize='trigram');
CREATE TABLE "warranties" ("id" text primary key,
  "serial" text not null,
  "model" text not null,
  "purchased_on" text not null,
  "expires_on" text not null);
CREATE TABLE "warranty_answers" ("serial" text primary key,
  "answer" text not null,
  "at" text not null);
CREATE TABLE "dealers" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "name" text not null,
  "name_key" text not null,
  "type" text not null,
  "active_lines" text not null,
  "address" text not null,
  "area" text not null,
  "city" text not null,
  "city_key" text not null,
  "state" text not null,
  "state_key" text not null,
  "country" text not null,
  "zip" text not null,
  "phone" text not null,
  "tollfree" text not null,
  "hour_sales" text not null,
  "hour_service" text not null,
  "hour_parts" text not null,
  "logo_file" text,
  "latitude" real not null,
  "longitude" real not null);
CREATE VIRTUAL TABLE dealers_search using fts5(name_key, city_key, state_key, phone, tollfree, content='dealers', content_rowid='seq', tokenize='trigram');
CREATE TABLE "notifications" ("seq" integer primary key,
  "id" text not null unique,
  "is_deleted" integer not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null,
  "title" text not null,
  "title_key" text not null,
  "description" text not null,
  "sent_by" text not null references "admins" ("id"),
  "recipients" integer not null,
  "counts" text not null);
CREATE VIRTUAL TABLE notifications_search using fts5(title_key, content='notifications', content_rowid='seq', tokenize='trigram');
CREATE TABLE "notification_recipients" ("seq" integer primary key,
  "notification_id" text not null references "notifications" ("id"),
  "user_id" text not null references "users" ("id"),
  "state" text not null,
  "reason" text,
  "attempts" integer not null,
  "updated_at" text not null,
  "read_at" text,
  "id" text generated always as (user_id),
  "is_deleted" integer generated always as (0));
CREATE TABLE "devices" ("token" text primary key,
  "user_id" text not null references "users" ("id"),
  "session" text not null references "app_sessions" ("token_hash") on delete cascade,
  "platform" text not null,
  "created_at" text not null);
CREATE TABLE "pruned_rows" ("table_name" text primary key,
  "total" integer not null);
CREATE TABLE "known_addresses" ("key" text primary key,
  "used_at" text not null);
CREATE TABLE "views" ("id" text primary key,
  "admin_id" text not null references "admins" ("id") on delete cascade,
  "list" text not null,
  "name" text not null,
  "name_key" text not null,
  "is_shared" integer not null,
  "state" text not null,
  "version" integer not null,
  "created_at" text not null,
  "updated_at" text not null);
CREATE TABLE "list_preferences" ("id" text primary key,
  "admin_id" text not null references "admins" ("id") on delete cascade,
  "list" text not null,
  "columns" text,
  "per_page" integer,
  "last" text,
  "default_view" text references "views" ("id") on delete set null);
CREATE TABLE "changes" ("id" text primary key,
  "is_deleted" integer not null,
  "at" text not null,
  "admin_id" text references "admins" ("id"),
  "user_id" text references "users" ("id"),
  "reason" text,
  "call" text not null,
  "kind" text not null,
  "message" text not null,
  "message_key" text not null,
  "record_type" text not null,
  "title" text not null,
  "title_key" text not null,
  "record_count" integer not null,
  "expected_count" integer,
  "state" text not null,
  "is_final" integer not null,
  "undoes" text,
  "undone_by" text, seq integer, "problem" text, "left_count" integer default 0 not null, fold text, folded_count integer not null default 0) without rowid;
CREATE TABLE "activity" ("id" text primary key,
  "change_id" text not null,
  "at" text not null,
  "admin_id" text references "admins" ("id"),
  "user_id" text references "users" ("id"),
  "action" text not null,
  "table_name" text not null,
  "record_id" text not null,
  "version" integer,
  "changes" text not null, "shortened" text) without rowid;
CREATE TABLE "invitations" ("admin_id" text primary key references "admins" ("id") on delete cascade,
  "request" text not null,
  "token_hash" text unique);
CREATE TABLE "known_browsers" ("key" text primary key,
  "used_at" text not null);
CREATE TABLE "tickets" ("token_hash" text primary key,
  "admin_id" text references "admins" ("id") on delete cascade,
  "password_digest" text,
  "tries" integer not null,
  "expires_at" text not null);
CREATE TABLE "challenges" ("key" text primary key,
  "challenge" text not null,
  "expires_at" text not null);
CREATE TABLE "totp_secrets" ("admin_id" text primary key references "admins" ("id") on delete cascade,
  "secret" text,
  "pending" text,
  "last_step" integer not null);
CREATE TABLE "recovery_codes" ("code_hash" text primary key,
  "admin_id" text not null references "admins" ("id") on delete cascade);
CREATE TABLE "passkeys" ("id" text primary key,
  "admin_id" text not null references "admins" ("id") on delete cascade,
  "credential_id" text not null unique,
  "public_key" text not null,
  "counter" integer not null,
  "transports" text not null,
  "name" text not null,
  "created_at" text not null,
  "used_at" text);
CREATE TABLE "servers" ("id" text primary key,
  "name" text not null,
  "release" text not null,
  "schema_name" text not null,
  "started_at" text not null,
  "seen_at" text not null,
  "offset_ms" integer,
  "hears" integer,
  "state" text not null);
CREATE TABLE security_events (
    id text primary key, admin_id text not null, at text not null, kind text not null,
    browser text not null, address text not null, by_id text, detail text);
CREATE TABLE factor_links (
    token_hash text primary key, admin_id text not null, factor text not null,
    email text not null, expires_at text not null, since text);
CREATE TABLE email_changes (
    admin_id text primary key, email text not null, request text not null, token_hash text, expires_at text not null);
CREATE TABLE ended_sessions (token_hash text primary key, ended_at text not null);
CREATE TABLE used_tokens (key text primary key, expires_at text not null);
CREATE TABLE dismissed_steps (admin_id text primary key, at text not null);
CREATE TABLE held_services (
      service text primary key, about text not null, reason text not null, since text not null,
      tries integer not null, next_try_at text not null);
CREATE TABLE trusted_services (service text primary key, until text not null);
CREATE TABLE renumbered (
    id text primary key, change_id text not null, table_name text not null, record_id text not null,
    seq_before bigint not null, seq_after bigint not null);
insert into migrations (name, applied_at) values ('0001-release-1.0.0', '2026-01-01T00:00:00.000Z');
insert into migrations (name, applied_at) values ('0002-changes-in-order', '2026-01-01T00:00:00.000Z');
insert into migrations (name, applied_at) values ('0003-account-safety', '2026-01-01T00:00:00.000Z');
insert into migrations (name, applied_at) values ('0004-first-steps', '2026-01-01T00:00:00.000Z');
insert into migrations (name, applied_at) values ('0005-mail-problems', '2026-01-01T00:00:00.000Z');
insert into migrations (name, applied_at) values ('0006-rvs-of-owners', '2026-01-01T00:00:00.000Z');
insert into migrations (name, applied_at) values ('0007-running-changes', '2026-01-01T00:00:00.000Z');
insert into migrations (name, applied_at) values ('0008-take-overs', '2026-01-01T00:00:00.000Z');
insert into migrations (name, applied_at) values ('0009-held-services', '2026-01-01T00:00:00.000Z');
insert into migrations (name, applied_at) values ('0010-renumbered', '2026-01-01T00:00:00.000Z');
insert into migrations (name, applied_at) values ('0011-plain-quotes', '2026-01-01T00:00:00.000Z');
insert into record_counts (table_name, active, deleted, stamp) values ('admins', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('app_images', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('app_sign_ins', 2, 0, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('changes', 1, 1, 4);
insert into record_counts (table_name, active, deleted, stamp) values ('checklists', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('cms_pages', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('dealers', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('maintenance_items', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('manual_pages', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('manuals', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('menu_items', 8, 0, 8);
insert into record_counts (table_name, active, deleted, stamp) values ('models', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('notification_recipients', 0, 0, 0);
insert into record_counts (table_name, active, deleted, stamp) values ('notifications', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('rv_types', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('rvs', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('social_medias', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('sub_topics', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('topics', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('users', 1, 1, 2);
insert into record_counts (table_name, active, deleted, stamp) values ('years', 1, 1, 2);
insert into secrets (name, value) values ('name 1', 'value 1');
insert into secrets (name, value) values ('name 2', 'value 2');
insert into admins (id, name, email, password_hash, avatar_file, created_at, updated_at, name_key, is_deleted, version, status, passkey_count, invited_until, last_sign_in, totp_since, recovery_since, mail_problem) values ('id 1', 'name 1', 'email 1', 'password_hash 1', 'avatar_file 1', 'created_at 1', 'updated_at 1', 'name_key 1', 0, 1, 'status 1', 1, 'invited_until 1', 'last_sign_in 1', 'totp_since 1', 'recovery_since 1', null);
insert into admins (id, name, email, password_hash, avatar_file, created_at, updated_at, name_key, is_deleted, version, status, passkey_count, invited_until, last_sign_in, totp_since, recovery_since, mail_problem) values ('id 2', 'name 2', 'email 2', 'password_hash 2', 'avatar_file 2', 'created_at 2', 'updated_at 2', 'name_key 2', 1, 2, 'status 2', 2, 'invited_until 2', 'last_sign_in 2', 'totp_since 2', 'recovery_since 2', null);
insert into invitations (admin_id, request, token_hash) values ('id 1', 'request 1', 'token_hash 1');
insert into invitations (admin_id, request, token_hash) values ('id 2', 'request 2', 'token_hash 2');
insert into sessions (token_hash, admin_id, created_at, used_at, id, device, address, proved_at, end_hash, browser, former_hash, rotated_at, rotated_from) values ('token_hash 1', 'id 1', 'created_at 1', 'used_at 1', 'id 1', 'device 1', 'address 1', 'proved_at 1', 'end_hash 1', 'browser 1', null, null, null);
insert into sessions (token_hash, admin_id, created_at, used_at, id, device, address, proved_at, end_hash, browser, former_hash, rotated_at, rotated_from) values ('token_hash 2', 'id 2', 'created_at 2', 'used_at 2', 'id 2', 'device 2', 'address 2', 'proved_at 2', 'end_hash 2', 'browser 2', null, null, null);
insert into ended_sessions (token_hash, ended_at) values ('token_hash 1', 'ended_at 1');
insert into ended_sessions (token_hash, ended_at) values ('token_hash 2', 'ended_at 2');
insert into security_events (id, admin_id, at, kind, browser, address, by_id, detail) values ('id 1', 'admin_id 1', 'at 1', 'kind 1', 'browser 1', 'address 1', 'by_id 1', 'detail 1');
insert into security_events (id, admin_id, at, kind, browser, address, by_id, detail) values ('id 2', 'admin_id 2', 'at 2', 'kind 2', 'browser 2', 'address 2', 'by_id 2', 'detail 2');
insert into factor_links (token_hash, admin_id, factor, email, expires_at, since) values ('token_hash 1', 'admin_id 1', 'factor 1', 'email 1', 'expires_at 1', 'since 1');
insert into factor_links (token_hash, admin_id, factor, email, expires_at, since) values ('token_hash 2', 'admin_id 2', 'factor 2', 'email 2', 'expires_at 2', 'since 2');
insert into email_changes (admin_id, email, request, token_hash, expires_at) values ('admin_id 1', 'email 1', 'request 1', 'token_hash 1', 'expires_at 1');
insert into email_changes (admin_id, email, request, token_hash, expires_at) values ('admin_id 2', 'email 2', 'request 2', 'token_hash 2', 'expires_at 2');
insert into used_tokens (key, expires_at) values ('key 1', 'expires_at 1');
insert into used_tokens (key, expires_at) values ('key 2', 'expires_at 2');
insert into known_browsers (key, used_at) values ('key 1', 'used_at 1');
insert into known_browsers (key, used_at) values ('key 2', 'used_at 2');
insert into tickets (token_hash, admin_id, password_digest, tries, expires_at) values ('token_hash 1', 'id 1', 'password_digest 1', 1, 'expires_at 1');
insert into tickets (token_hash, admin_id, password_digest, tries, expires_at) values ('token_hash 2', 'id 2', 'password_digest 2', 2, 'expires_at 2');
insert into challenges (key, challenge, expires_at) values ('key 1', 'challenge 1', 'expires_at 1');
insert into challenges (key, challenge, expires_at) values ('key 2', 'challenge 2', 'expires_at 2');
insert into totp_secrets (admin_id, secret, pending, last_step) values ('id 1', 'secret 1', 'pending 1', 1);
insert into totp_secrets (admin_id, secret, pending, last_step) values ('id 2', 'secret 2', 'pending 2', 2);
insert into recovery_codes (code_hash, admin_id) values ('code_hash 1', 'id 1');
insert into recovery_codes (code_hash, admin_id) values ('code_hash 2', 'id 2');
insert into passkeys (id, admin_id, credential_id, public_key, counter, transports, name, created_at, used_at) values ('id 1', 'id 1', 'credential_id 1', 'public_key 1', 1, 'transports 1', 'name 1', 'created_at 1', 'used_at 1');
insert into passkeys (id, admin_id, credential_id, public_key, counter, transports, name, created_at, used_at) values ('id 2', 'id 2', 'credential_id 2', 'public_key 2', 2, 'transports 2', 'name 2', 'created_at 2', 'used_at 2');
insert into views (id, admin_id, list, name, name_key, is_shared, state, version, created_at, updated_at) values ('id 1', 'id 1', 'list 1', 'name 1', 'name_key 1', 1, 'state 1', 1, 'created_at 1', 'updated_at 1');
insert into views (id, admin_id, list, name, name_key, is_shared, state, version, created_at, updated_at) values ('id 2', 'id 2', 'list 2', 'name 2', 'name_key 2', 2, 'state 2', 2, 'created_at 2', 'updated_at 2');
insert into list_preferences (id, admin_id, list, columns, per_page, last, default_view) values ('id 1', 'id 1', 'list 1', 'columns 1', 1, 'last 1', 'id 1');
insert into list_preferences (id, admin_id, list, columns, per_page, last, default_view) values ('id 2', 'id 2', 'list 2', 'columns 2', 2, 'last 2', 'id 2');
insert into dismissed_steps (admin_id, at) values ('admin_id 1', 'at 1');
insert into dismissed_steps (admin_id, at) values ('admin_id 2', 'at 2');
insert into otps (email, code_hash, expires_at, tries, request, browser_hash, tries_elsewhere) values ('email 1', 'code_hash 1', 'expires_at 1', 1, 'request 1', null, 0);
insert into otps (email, code_hash, expires_at, tries, request, browser_hash, tries_elsewhere) values ('email 2', 'code_hash 2', 'expires_at 2', 2, 'request 2', null, 0);
insert into tries (key, count, window_ends_at) values ('key 1', 1, 'window_ends_at 1');
insert into tries (key, count, window_ends_at) values ('key 2', 2, 'window_ends_at 2');
insert into known_addresses (key, used_at) values ('key 1', 'used_at 1');
insert into known_addresses (key, used_at) values ('key 2', 'used_at 2');
insert into idempotency_keys (key_hash, body_hash, answer, created_at, change_id) values ('key_hash 1', 'body_hash 1', 'answer 1', 'created_at 1', 'change_id 1');
insert into idempotency_keys (key_hash, body_hash, answer, created_at, change_id) values ('key_hash 2', 'body_hash 2', 'answer 2', 'created_at 2', 'change_id 2');
insert into jobs (id, kind, payload, run_at, attempts, last_error, lease, gave_up_at) values ('id 1', 'kind 1', 'payload 1', 'run_at 1', 1, 'last_error 1', 'lease 1', 'gave_up_at 1');
insert into jobs (id, kind, payload, run_at, attempts, last_error, lease, gave_up_at) values ('id 2', 'kind 2', 'payload 2', 'run_at 2', 2, 'last_error 2', 'lease 2', 'gave_up_at 2');
insert into held_services (service, about, reason, since, tries, next_try_at) values ('service 1', 'about 1', 'reason 1', 'since 1', 1, 'next_try_at 1');
insert into held_services (service, about, reason, since, tries, next_try_at) values ('service 2', 'about 2', 'reason 2', 'since 2', 2, 'next_try_at 2');
insert into trusted_services (service, until) values ('service 1', 'until 1');
insert into trusted_services (service, until) values ('service 2', 'until 2');
insert into rv_types (seq, id, is_deleted, version, created_at, updated_at, name, name_key, seq_no) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'name 1', 'name_key 1', 1);
insert into rv_types (seq, id, is_deleted, version, created_at, updated_at, name, name_key, seq_no) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'name 2', 'name_key 2', 2);
insert into years (seq, id, is_deleted, version, created_at, updated_at, name, name_key) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'name 1', 'name_key 1');
insert into years (seq, id, is_deleted, version, created_at, updated_at, name, name_key) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'name 2', 'name_key 2');
insert into models (seq, id, is_deleted, version, created_at, updated_at, cat_id, year_id, name, name_key, seq_no, description, description_key) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'id 1', 'id 1', 'name 1', 'name_key 1', 1, 'description 1', 'description_key 1');
insert into models (seq, id, is_deleted, version, created_at, updated_at, cat_id, year_id, name, name_key, seq_no, description, description_key) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'id 2', 'id 2', 'name 2', 'name_key 2', 2, 'description 2', 'description_key 2');
insert into topics (seq, id, is_deleted, version, created_at, updated_at, name, name_key, seq_no) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'name 1', 'name_key 1', 1);
insert into topics (seq, id, is_deleted, version, created_at, updated_at, name, name_key, seq_no) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'name 2', 'name_key 2', 2);
insert into sub_topics (seq, id, is_deleted, version, created_at, updated_at, topic_id, name, name_key, seq_no) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'id 1', 'name 1', 'name_key 1', 1);
insert into sub_topics (seq, id, is_deleted, version, created_at, updated_at, topic_id, name, name_key, seq_no) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'id 2', 'name 2', 'name_key 2', 2);
insert into manuals (seq, id, is_deleted, version, created_at, updated_at, cat_id, year_id, pdf_file, pdf_made_at, pdf_digest) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'id 1', 'id 1', 'pdf_file 1', 'pdf_made_at 1', 'pdf_digest 1');
insert into manuals (seq, id, is_deleted, version, created_at, updated_at, cat_id, year_id, pdf_file, pdf_made_at, pdf_digest) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'id 2', 'id 2', 'pdf_file 2', 'pdf_made_at 2', 'pdf_digest 2');
insert into manual_pages (seq, id, is_deleted, version, created_at, updated_at, manual_id, topic_id, subtopic_id, content, content_key) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'id 1', 'id 1', 'id 1', 'content 1', 'content_key 1');
insert into manual_pages (seq, id, is_deleted, version, created_at, updated_at, manual_id, topic_id, subtopic_id, content, content_key) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'id 2', 'id 2', 'id 2', 'content 2', 'content_key 2');
insert into checklists (seq, id, is_deleted, version, created_at, updated_at, name, name_key, note, note_key, added_by_kind, added_by_id) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'name 1', 'name_key 1', 'note 1', 'note_key 1', 'added_by_kind 1', 'added_by_id 1');
insert into checklists (seq, id, is_deleted, version, created_at, updated_at, name, name_key, note, note_key, added_by_kind, added_by_id) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'name 2', 'name_key 2', 'note 2', 'note_key 2', 'added_by_kind 2', 'added_by_id 2');
insert into maintenance_items (seq, id, is_deleted, version, created_at, updated_at, reminder_name, reminder_name_key, item_name, item_name_key, due_date, note, note_key, added_by_kind, added_by_id) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'reminder_name 1', 'reminder_name_key 1', 'item_name 1', 'item_name_key 1', 'due_date 1', 'note 1', 'note_key 1', 'added_by_kind 1', 'added_by_id 1');
insert into maintenance_items (seq, id, is_deleted, version, created_at, updated_at, reminder_name, reminder_name_key, item_name, item_name_key, due_date, note, note_key, added_by_kind, added_by_id) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'reminder_name 2', 'reminder_name_key 2', 'item_name 2', 'item_name_key 2', 'due_date 2', 'note 2', 'note_key 2', 'added_by_kind 2', 'added_by_id 2');
insert into app_images (seq, id, is_deleted, version, created_at, updated_at, url_file, seq_no) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'url_file 1', 1);
insert into app_images (seq, id, is_deleted, version, created_at, updated_at, url_file, seq_no) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'url_file 2', 2);
insert into menu_items (seq, id, is_deleted, version, created_at, updated_at, title, title_key, seq_no, code, icon_file) values (1, '01a20bb7-04a3-73bb-9823-267b475a29da', 0, 1, '2026-11-24T04:01:13.379Z', '2026-11-24T04:01:13.379Z', 'My RV', 'my rv', 1, 1, null);
insert into menu_items (seq, id, is_deleted, version, created_at, updated_at, title, title_key, seq_no, code, icon_file) values (2, '01a20bb7-04a6-758a-9d36-dac72f433a5e', 0, 1, '2026-11-24T04:01:13.379Z', '2026-11-24T04:01:13.379Z', 'Owners Manual', 'owners manual', 2, 2, null);
insert into menu_items (seq, id, is_deleted, version, created_at, updated_at, title, title_key, seq_no, code, icon_file) values (3, '01a20bb7-04a6-758a-9d36-df380536f8ad', 0, 1, '2026-11-24T04:01:13.379Z', '2026-11-24T04:01:13.379Z', 'Checklists', 'checklists', 3, 3, null);
insert into menu_items (seq, id, is_deleted, version, created_at, updated_at, title, title_key, seq_no, code, icon_file) values (4, '01a20bb7-04a6-758a-9d36-e06aea0f36a7', 0, 1, '2026-11-24T04:01:13.379Z', '2026-11-24T04:01:13.379Z', 'Maintenance', 'maintenance', 4, 4, null);
insert into menu_items (seq, id, is_deleted, version, created_at, updated_at, title, title_key, seq_no, code, icon_file) values (5, '01a20bb7-04a6-758a-9d36-e4332f0f6b4c', 0, 1, '2026-11-24T04:01:13.379Z', '2026-11-24T04:01:13.379Z', 'Dealers & Service', 'dealers & service', 5, 5, null);
insert into menu_items (seq, id, is_deleted, version, created_at, updated_at, title, title_key, seq_no, code, icon_file) values (6, '01a20bb7-04a6-758a-9d36-e8257f5c1931', 0, 1, '2026-11-24T04:01:13.379Z', '2026-11-24T04:01:13.379Z', 'Notifications', 'notifications', 6, 6, null);
insert into menu_items (seq, id, is_deleted, version, created_at, updated_at, title, title_key, seq_no, code, icon_file) values (7, '01a20bb7-04a6-758a-9d36-ecf14e9bf5cd', 0, 1, '2026-11-24T04:01:13.379Z', '2026-11-24T04:01:13.379Z', 'Follow Us', 'follow us', 7, 7, null);
insert into menu_items (seq, id, is_deleted, version, created_at, updated_at, title, title_key, seq_no, code, icon_file) values (8, '01a20bb7-04a6-758a-9d36-f1032be2c980', 0, 1, '2026-11-24T04:01:13.379Z', '2026-11-24T04:01:13.379Z', 'About', 'about', 8, 8, null);
insert into social_medias (seq, id, is_deleted, version, created_at, updated_at, name, name_key, url, url_key, icon_file) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'name 1', 'name_key 1', 'url 1', 'url_key 1', 'icon_file 1');
insert into social_medias (seq, id, is_deleted, version, created_at, updated_at, name, name_key, url, url_key, icon_file) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'name 2', 'name_key 2', 'url 2', 'url_key 2', 'icon_file 2');
insert into cms_pages (seq, id, is_deleted, version, created_at, updated_at, title, title_key, code, code_key, content) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'title 1', 'title_key 1', 'code 1', 'code_key 1', 'content 1');
insert into cms_pages (seq, id, is_deleted, version, created_at, updated_at, title, title_key, code, code_key, content) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'title 2', 'title_key 2', 'code 2', 'code_key 2', 'content 2');
insert into users (seq, id, is_deleted, version, created_at, updated_at, name, name_key, email, email_key, type, social_id, status, password_hash, must_change_password, email_confirmed, mail_problem) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'name 1', 'name_key 1', 'email 1', 'email_key 1', 'type 1', 'social_id 1', 1, 'password_hash 1', 1, 1, null);
insert into users (seq, id, is_deleted, version, created_at, updated_at, name, name_key, email, email_key, type, social_id, status, password_hash, must_change_password, email_confirmed, mail_problem) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'name 2', 'name_key 2', 'email 2', 'email_key 2', 'type 2', 'social_id 2', 2, 'password_hash 2', 2, 2, null);
insert into app_sessions (token_hash, user_id, created_at, used_at) values ('token_hash 1', 'id 1', 'created_at 1', 'used_at 1');
insert into app_sessions (token_hash, user_id, created_at, used_at) values ('token_hash 2', 'id 2', 'created_at 2', 'used_at 2');
insert into app_sign_ins (id, user_id, at) values ('id 1', 'id 1', 'at 1');
insert into app_sign_ins (id, user_id, at) values ('id 2', 'id 2', 'at 2');
insert into pruned_rows (table_name, total) values ('table_name 1', 1);
insert into pruned_rows (table_name, total) values ('table_name 2', 2);
insert into rvs (seq, id, is_deleted, version, created_at, updated_at, user_id, cat_id, model_id, year_id, serial_no, vin) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'id 1', 'id 1', 'id 1', 'id 1', 'serial_no 1', 'vin 1');
insert into rvs (seq, id, is_deleted, version, created_at, updated_at, user_id, cat_id, model_id, year_id, serial_no, vin) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'id 2', 'id 2', 'id 2', 'id 2', 'serial_no 2', 'vin 2');
insert into dealers (seq, id, is_deleted, version, created_at, updated_at, name, name_key, type, active_lines, address, area, city, city_key, state, state_key, country, zip, phone, tollfree, hour_sales, hour_service, hour_parts, logo_file, latitude, longitude) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'name 1', 'name_key 1', 'type 1', 'active_lines 1', 'address 1', 'area 1', 'city 1', 'city_key 1', 'state 1', 'state_key 1', 'country 1', 'zip 1', 'phone 1', 'tollfree 1', 'hour_sales 1', 'hour_service 1', 'hour_parts 1', 'logo_file 1', 1, 1);
insert into dealers (seq, id, is_deleted, version, created_at, updated_at, name, name_key, type, active_lines, address, area, city, city_key, state, state_key, country, zip, phone, tollfree, hour_sales, hour_service, hour_parts, logo_file, latitude, longitude) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'name 2', 'name_key 2', 'type 2', 'active_lines 2', 'address 2', 'area 2', 'city 2', 'city_key 2', 'state 2', 'state_key 2', 'country 2', 'zip 2', 'phone 2', 'tollfree 2', 'hour_sales 2', 'hour_service 2', 'hour_parts 2', 'logo_file 2', 2, 2);
insert into warranties (id, serial, model, purchased_on, expires_on) values ('id 1', 'serial 1', 'model 1', 'purchased_on 1', 'expires_on 1');
insert into warranties (id, serial, model, purchased_on, expires_on) values ('id 2', 'serial 2', 'model 2', 'purchased_on 2', 'expires_on 2');
insert into warranty_answers (serial, answer, at) values ('serial 1', 'answer 1', 'at 1');
insert into warranty_answers (serial, answer, at) values ('serial 2', 'answer 2', 'at 2');
insert into notifications (seq, id, is_deleted, version, created_at, updated_at, title, title_key, description, sent_by, recipients, counts) values (1, 'id 1', 0, 1, 'created_at 1', 'updated_at 1', 'title 1', 'title_key 1', 'description 1', 'id 1', 1, 'counts 1');
insert into notifications (seq, id, is_deleted, version, created_at, updated_at, title, title_key, description, sent_by, recipients, counts) values (2, 'id 2', 1, 2, 'created_at 2', 'updated_at 2', 'title 2', 'title_key 2', 'description 2', 'id 2', 2, 'counts 2');
insert into notification_recipients (seq, notification_id, user_id, state, reason, attempts, updated_at, read_at) values (1, 'id 1', 'id 1', 'state 1', 'reason 1', 1, 'updated_at 1', 'read_at 1');
insert into notification_recipients (seq, notification_id, user_id, state, reason, attempts, updated_at, read_at) values (2, 'id 2', 'id 2', 'state 2', 'reason 2', 2, 'updated_at 2', 'read_at 2');
insert into devices (token, user_id, session, platform, created_at) values ('token 1', 'id 1', 'token_hash 1', 'platform 1', 'created_at 1');
insert into devices (token, user_id, session, platform, created_at) values ('token 2', 'id 2', 'token_hash 2', 'platform 2', 'created_at 2');
insert into changes (id, is_deleted, at, admin_id, user_id, reason, call, kind, message, message_key, record_type, title, title_key, record_count, expected_count, state, is_final, undoes, undone_by, seq, problem, left_count, fold, folded_count) values ('id 1', 0, 'at 1', 'id 1', 'id 1', 'reason 1', 'call 1', 'kind 1', 'message 1', 'message_key 1', 'record_type 1', 'title 1', 'title_key 1', 1, 1, 'state 1', 1, 'undoes 1', 'undone_by 1', 1, null, 0, null, 0);
insert into changes (id, is_deleted, at, admin_id, user_id, reason, call, kind, message, message_key, record_type, title, title_key, record_count, expected_count, state, is_final, undoes, undone_by, seq, problem, left_count, fold, folded_count) values ('id 2', 1, 'at 2', 'id 2', 'id 2', 'reason 2', 'call 2', 'kind 2', 'message 2', 'message_key 2', 'record_type 2', 'title 2', 'title_key 2', 2, 2, 'state 2', 2, 'undoes 2', 'undone_by 2', 2, null, 0, null, 0);
insert into activity (id, change_id, at, admin_id, user_id, action, table_name, record_id, version, changes, shortened) values ('id 1', 'change_id 1', 'at 1', 'id 1', 'id 1', 'action 1', 'table_name 1', 'record_id 1', 1, 'changes 1', null);
insert into activity (id, change_id, at, admin_id, user_id, action, table_name, record_id, version, changes, shortened) values ('id 2', 'change_id 2', 'at 2', 'id 2', 'id 2', 'action 2', 'table_name 2', 'record_id 2', 2, 'changes 2', null);
insert into renumbered (id, change_id, table_name, record_id, seq_before, seq_after) values ('id 1', 'change_id 1', 'table_name 1', 'record_id 1', 1, 1);
insert into renumbered (id, change_id, table_name, record_id, seq_before, seq_after) values ('id 2', 'change_id 2', 'table_name 2', 'record_id 2', 2, 2);
insert into rv_types_search (rv_types_search) values ('rebuild');
insert into years_search (years_search) values ('rebuild');
insert into models_search (models_search) values ('rebuild');
insert into topics_search (topics_search) values ('rebuild');
insert into sub_topics_search (sub_topics_search) values ('rebuild');
insert into checklists_search (checklists_search) values ('rebuild');
insert into maintenance_items_search (maintenance_items_search) values ('rebuild');
insert into menu_items_search (menu_items_search) values ('rebuild');
insert into social_medias_search (social_medias_search) values ('rebuild');
insert into cms_pages_search (cms_pages_search) values ('rebuild');
insert into users_search (users_search) values ('rebuild');
insert into rvs_search (rvs_search) values ('rebuild');
insert into dealers_search (dealers_search) values ('rebuild');
insert into notifications_search (notifications_search) values ('rebuild');
CREATE INDEX "sessions_of_admin" on "sessions" ("admin_id");
CREATE INDEX "idempotency_keys_by_age" on "idempotency_keys" ("created_at");
CREATE INDEX "jobs_due" on "jobs" ("run_at", "id");
CREATE INDEX rv_types_by_is_deleted on rv_types (is_deleted, id);
CREATE TRIGGER rv_types_counts_insert after insert on rv_types begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'rv_types'; end;
CREATE TRIGGER rv_types_counts_update after update on rv_types begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'rv_types'; end;
CREATE TRIGGER rv_types_counts_delete after delete on rv_types begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'rv_types'; end;
CREATE TRIGGER rv_types_search_insert after insert on rv_types begin insert into rv_types_search (rowid, name_key) values (new.seq, new.name_key); end;
CREATE TRIGGER rv_types_search_delete after delete on rv_types begin insert into rv_types_search (rv_types_search, rowid, name_key) values ('delete', old.seq, old.name_key); end;
CREATE TRIGGER rv_types_search_update after update of name_key on rv_types begin insert into rv_types_search (rv_types_search, rowid, name_key) values ('delete', old.seq, old.name_key); insert into rv_types_search (rowid, name_key) values (new.seq, new.name_key); end;
CREATE INDEX rv_types_deleted_by_name_key on rv_types (name_key, id) where is_deleted = 1;
CREATE INDEX rv_types_by_seq_no on rv_types (seq_no, id);
CREATE INDEX rv_types_deleted_by_seq_no on rv_types (seq_no, id) where is_deleted = 1;
CREATE INDEX "rv_types_in_order" on "rv_types" ("seq_no", "created_at" desc, "id");
CREATE INDEX years_by_is_deleted on years (is_deleted, id);
CREATE TRIGGER years_counts_insert after insert on years begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'years'; end;
CREATE TRIGGER years_counts_update after update on years begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'years'; end;
CREATE TRIGGER years_counts_delete after delete on years begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'years'; end;
CREATE TRIGGER years_search_insert after insert on years begin insert into years_search (rowid, name_key) values (new.seq, new.name_key); end;
CREATE TRIGGER years_search_delete after delete on years begin insert into years_search (years_search, rowid, name_key) values ('delete', old.seq, old.name_key); end;
CREATE TRIGGER years_search_update after update of name_key on years begin insert into years_search (years_search, rowid, name_key) values ('delete', old.seq, old.name_key); insert into years_search (rowid, name_key) values (new.seq, new.name_key); end;
CREATE INDEX years_deleted_by_name_key on years (name_key, id) where is_deleted = 1;
CREATE INDEX "years_newest" on "years" ("created_at", "id");
CREATE INDEX models_by_is_deleted on models (is_deleted, id);
CREATE TRIGGER models_counts_insert after insert on models begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'models'; end;
CREATE TRIGGER models_counts_update after update on models begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'models'; end;
CREATE TRIGGER models_counts_delete after delete on models begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'models'; end;
CREATE TRIGGER models_search_insert after insert on models begin insert into models_search (rowid, name_key, description_key) values (new.seq, new.name_key, new.description_key); end;
CREATE TRIGGER models_search_delete after delete on models begin insert into models_search (models_search, rowid, name_key, description_key) values ('delete', old.seq, old.name_key, old.description_key); end;
CREATE TRIGGER models_search_update after update of name_key, description_key on models begin insert into models_search (models_search, rowid, name_key, description_key) values ('delete', old.seq, old.name_key, old.description_key); insert into models_search (rowid, name_key, description_key) values (new.seq, new.name_key, new.description_key); end;
CREATE INDEX models_deleted_by_name_key on models (name_key, id) where is_deleted = 1;
CREATE INDEX models_by_description_key on models (description_key, id);
CREATE INDEX models_deleted_by_description_key on models (description_key, id) where is_deleted = 1;
CREATE INDEX models_by_cat_id on models (cat_id, id);
CREATE INDEX models_deleted_by_cat_id on models (cat_id, id) where is_deleted = 1;
CREATE INDEX models_by_year_id on models (year_id, id);
CREATE INDEX models_deleted_by_year_id on models (year_id, id) where is_deleted = 1;
CREATE INDEX models_by_seq_no on models (seq_no, id);
CREATE INDEX models_deleted_by_seq_no on models (seq_no, id) where is_deleted = 1;
CREATE INDEX "models_in_order" on "models" ("seq_no", "created_at" desc, "id");
CREATE INDEX topics_by_is_deleted on topics (is_deleted, id);
CREATE TRIGGER topics_counts_insert after insert on topics begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'topics'; end;
CREATE TRIGGER topics_counts_update after update on topics begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'topics'; end;
CREATE TRIGGER topics_counts_delete after delete on topics begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'topics'; end;
CREATE TRIGGER topics_search_insert after insert on topics begin insert into topics_search (rowid, name_key) values (new.seq, new.name_key); end;
CREATE TRIGGER topics_search_delete after delete on topics begin insert into topics_search (topics_search, rowid, name_key) values ('delete', old.seq, old.name_key); end;
CREATE TRIGGER topics_search_update after update of name_key on topics begin insert into topics_search (topics_search, rowid, name_key) values ('delete', old.seq, old.name_key); insert into topics_search (rowid, name_key) values (new.seq, new.name_key); end;
CREATE INDEX topics_deleted_by_name_key on topics (name_key, id) where is_deleted = 1;
CREATE INDEX topics_by_seq_no on topics (seq_no, id);
CREATE INDEX topics_deleted_by_seq_no on topics (seq_no, id) where is_deleted = 1;
CREATE INDEX "topics_in_order" on "topics" ("seq_no", "created_at" desc, "id");
CREATE INDEX sub_topics_by_is_deleted on sub_topics (is_deleted, id);
CREATE TRIGGER sub_topics_counts_insert after insert on sub_topics begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'sub_topics'; end;
CREATE TRIGGER sub_topics_counts_update after update on sub_topics begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'sub_topics'; end;
CREATE TRIGGER sub_topics_counts_delete after delete on sub_topics begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'sub_topics'; end;
CREATE TRIGGER sub_topics_search_insert after insert on sub_topics begin insert into sub_topics_search (rowid, name_key) values (new.seq, new.name_key); end;
CREATE TRIGGER sub_topics_search_delete after delete on sub_topics begin insert into sub_topics_search (sub_topics_search, rowid, name_key) values ('delete', old.seq, old.name_key); end;
CREATE TRIGGER sub_topics_search_update after update of name_key on sub_topics begin insert into sub_topics_search (sub_topics_search, rowid, name_key) values ('delete', old.seq, old.name_key); insert into sub_topics_search (rowid, name_key) values (new.seq, new.name_key); end;
CREATE INDEX sub_topics_deleted_by_name_key on sub_topics (name_key, id) where is_deleted = 1;
CREATE INDEX sub_topics_by_topic_id on sub_topics (topic_id, id);
CREATE INDEX sub_topics_deleted_by_topic_id on sub_topics (topic_id, id) where is_deleted = 1;
CREATE INDEX sub_topics_by_seq_no on sub_topics (seq_no, id);
CREATE INDEX sub_topics_deleted_by_seq_no on sub_topics (seq_no, id) where is_deleted = 1;
CREATE INDEX "sub_topics_in_order" on "sub_topics" ("seq_no", "created_at" desc, "id");
CREATE INDEX checklists_by_is_deleted on checklists (is_deleted, id);
CREATE TRIGGER checklists_counts_insert after insert on checklists begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'checklists'; end;
CREATE TRIGGER checklists_counts_update after update on checklists begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'checklists'; end;
CREATE TRIGGER checklists_counts_delete after delete on checklists begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'checklists'; end;
CREATE TRIGGER checklists_search_insert after insert on checklists begin insert into checklists_search (rowid, name_key, note_key) values (new.seq, new.name_key, new.note_key); end;
CREATE TRIGGER checklists_search_delete after delete on checklists begin insert into checklists_search (checklists_search, rowid, name_key, note_key) values ('delete', old.seq, old.name_key, old.note_key); end;
CREATE TRIGGER checklists_search_update after update of name_key, note_key on checklists begin insert into checklists_search (checklists_search, rowid, name_key, note_key) values ('delete', old.seq, old.name_key, old.note_key); insert into checklists_search (rowid, name_key, note_key) values (new.seq, new.name_key, new.note_key); end;
CREATE INDEX checklists_by_name_key on checklists (name_key, id);
CREATE INDEX checklists_deleted_by_name_key on checklists (name_key, id) where is_deleted = 1;
CREATE INDEX checklists_by_note_key on checklists (note_key, id);
CREATE INDEX checklists_deleted_by_note_key on checklists (note_key, id) where is_deleted = 1;
CREATE INDEX checklists_by_added_by_id on checklists (added_by_id, id);
CREATE INDEX checklists_deleted_by_added_by_id on checklists (added_by_id, id) where is_deleted = 1;
CREATE INDEX maintenance_items_by_is_deleted on maintenance_items (is_deleted, id);
CREATE TRIGGER maintenance_items_counts_insert after insert on maintenance_items begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'maintenance_items'; end;
CREATE TRIGGER maintenance_items_counts_update after update on maintenance_items begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'maintenance_items'; end;
CREATE TRIGGER maintenance_items_counts_delete after delete on maintenance_items begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'maintenance_items'; end;
CREATE TRIGGER maintenance_items_search_insert after insert on maintenance_items begin insert into maintenance_items_search (rowid, reminder_name_key, item_name_key, note_key) values (new.seq, new.reminder_name_key, new.item_name_key, new.note_key); end;
CREATE TRIGGER maintenance_items_search_delete after delete on maintenance_items begin insert into maintenance_items_search (maintenance_items_search, rowid, reminder_name_key, item_name_key, note_key) values ('delete', old.seq, old.reminder_name_key, old.item_name_key, old.note_key); end;
CREATE TRIGGER maintenance_items_search_update after update of reminder_name_key, item_name_key, note_key on maintenance_items begin insert into maintenance_items_search (maintenance_items_search, rowid, reminder_name_key, item_name_key, note_key) values ('delete', old.seq, old.reminder_name_key, old.item_name_key, old.note_key); insert into maintenance_items_search (rowid, reminder_name_key, item_name_key, note_key) values (new.seq, new.reminder_name_key, new.item_name_key, new.note_key); end;
CREATE INDEX maintenance_items_by_reminder_name_key on maintenance_items (reminder_name_key, id);
CREATE INDEX maintenance_items_deleted_by_reminder_name_key on maintenance_items (reminder_name_key, id) where is_deleted = 1;
CREATE INDEX maintenance_items_by_item_name_key on maintenance_items (item_name_key, id);
CREATE INDEX maintenance_items_deleted_by_item_name_key on maintenance_items (item_name_key, id) where is_deleted = 1;
CREATE INDEX maintenance_items_by_note_key on maintenance_items (note_key, id);
CREATE INDEX maintenance_items_deleted_by_note_key on maintenance_items (note_key, id) where is_deleted = 1;
CREATE INDEX maintenance_items_by_due_date on maintenance_items (due_date, id);
CREATE INDEX maintenance_items_deleted_by_due_date on maintenance_items (due_date, id) where is_deleted = 1;
CREATE INDEX maintenance_items_by_added_by_id on maintenance_items (added_by_id, id);
CREATE INDEX maintenance_items_deleted_by_added_by_id on maintenance_items (added_by_id, id) where is_deleted = 1;
CREATE INDEX app_images_by_is_deleted on app_images (is_deleted, id);
CREATE TRIGGER app_images_counts_insert after insert on app_images begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'app_images'; end;
CREATE TRIGGER app_images_counts_update after update on app_images begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'app_images'; end;
CREATE TRIGGER app_images_counts_delete after delete on app_images begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'app_images'; end;
CREATE INDEX app_images_by_seq_no on app_images (seq_no, id);
CREATE INDEX app_images_deleted_by_seq_no on app_images (seq_no, id) where is_deleted = 1;
CREATE INDEX "app_images_in_order" on "app_images" ("seq_no", "created_at" desc, "id");
CREATE INDEX menu_items_by_is_deleted on menu_items (is_deleted, id);
CREATE TRIGGER menu_items_counts_insert after insert on menu_items begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'menu_items'; end;
CREATE TRIGGER menu_items_counts_update after update on menu_items begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'menu_items'; end;
CREATE TRIGGER menu_items_counts_delete after delete on menu_items begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'menu_items'; end;
CREATE TRIGGER menu_items_search_insert after insert on menu_items begin insert into menu_items_search (rowid, title_key) values (new.seq, new.title_key); end;
CREATE TRIGGER menu_items_search_delete after delete on menu_items begin insert into menu_items_search (menu_items_search, rowid, title_key) values ('delete', old.seq, old.title_key); end;
CREATE TRIGGER menu_items_search_update after update of title_key on menu_items begin insert into menu_items_search (menu_items_search, rowid, title_key) values ('delete', old.seq, old.title_key); insert into menu_items_search (rowid, title_key) values (new.seq, new.title_key); end;
CREATE INDEX menu_items_by_title_key on menu_items (title_key, id);
CREATE INDEX menu_items_deleted_by_title_key on menu_items (title_key, id) where is_deleted = 1;
CREATE INDEX menu_items_by_seq_no on menu_items (seq_no, id);
CREATE INDEX menu_items_deleted_by_seq_no on menu_items (seq_no, id) where is_deleted = 1;
CREATE INDEX "menu_items_in_order" on "menu_items" ("seq_no", "created_at" desc, "id");
CREATE INDEX social_medias_by_is_deleted on social_medias (is_deleted, id);
CREATE TRIGGER social_medias_counts_insert after insert on social_medias begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'social_medias'; end;
CREATE TRIGGER social_medias_counts_update after update on social_medias begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'social_medias'; end;
CREATE TRIGGER social_medias_counts_delete after delete on social_medias begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'social_medias'; end;
CREATE TRIGGER social_medias_search_insert after insert on social_medias begin insert into social_medias_search (rowid, name_key, url_key) values (new.seq, new.name_key, new.url_key); end;
CREATE TRIGGER social_medias_search_delete after delete on social_medias begin insert into social_medias_search (social_medias_search, rowid, name_key, url_key) values ('delete', old.seq, old.name_key, old.url_key); end;
CREATE TRIGGER social_medias_search_update after update of name_key, url_key on social_medias begin insert into social_medias_search (social_medias_search, rowid, name_key, url_key) values ('delete', old.seq, old.name_key, old.url_key); insert into social_medias_search (rowid, name_key, url_key) values (new.seq, new.name_key, new.url_key); end;
CREATE INDEX social_medias_by_name_key on social_medias (name_key, id);
CREATE INDEX social_medias_deleted_by_name_key on social_medias (name_key, id) where is_deleted = 1;
CREATE INDEX social_medias_by_url_key on social_medias (url_key, id);
CREATE INDEX social_medias_deleted_by_url_key on social_medias (url_key, id) where is_deleted = 1;
CREATE INDEX "social_medias_newest" on "social_medias" ("created_at", "id");
CREATE INDEX cms_pages_by_is_deleted on cms_pages (is_deleted, id);
CREATE TRIGGER cms_pages_counts_insert after insert on cms_pages begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'cms_pages'; end;
CREATE TRIGGER cms_pages_counts_update after update on cms_pages begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'cms_pages'; end;
CREATE TRIGGER cms_pages_counts_delete after delete on cms_pages begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'cms_pages'; end;
CREATE TRIGGER cms_pages_search_insert after insert on cms_pages begin insert into cms_pages_search (rowid, title_key) values (new.seq, new.title_key); end;
CREATE TRIGGER cms_pages_search_delete after delete on cms_pages begin insert into cms_pages_search (cms_pages_search, rowid, title_key) values ('delete', old.seq, old.title_key); end;
CREATE TRIGGER cms_pages_search_update after update of title_key on cms_pages begin insert into cms_pages_search (cms_pages_search, rowid, title_key) values ('delete', old.seq, old.title_key); insert into cms_pages_search (rowid, title_key) values (new.seq, new.title_key); end;
CREATE INDEX cms_pages_by_title_key on cms_pages (title_key, id);
CREATE INDEX cms_pages_deleted_by_title_key on cms_pages (title_key, id) where is_deleted = 1;
CREATE INDEX "cms_pages_newest" on "cms_pages" ("created_at", "id");
CREATE INDEX manuals_by_is_deleted on manuals (is_deleted, id);
CREATE TRIGGER manuals_counts_insert after insert on manuals begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'manuals'; end;
CREATE TRIGGER manuals_counts_update after update on manuals begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'manuals'; end;
CREATE TRIGGER manuals_counts_delete after delete on manuals begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'manuals'; end;
CREATE UNIQUE INDEX manuals_twins on manuals (cat_id, year_id) where is_deleted = 0;
CREATE INDEX manuals_by_cat_id on manuals (cat_id, id);
CREATE INDEX manuals_deleted_by_cat_id on manuals (cat_id, id) where is_deleted = 1;
CREATE INDEX manuals_by_year_id on manuals (year_id, id);
CREATE INDEX manuals_deleted_by_year_id on manuals (year_id, id) where is_deleted = 1;
CREATE INDEX "manuals_newest" on "manuals" ("created_at", "id");
CREATE INDEX manual_pages_by_is_deleted on manual_pages (is_deleted, id);
CREATE TRIGGER manual_pages_counts_insert after insert on manual_pages begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'manual_pages'; end;
CREATE TRIGGER manual_pages_counts_update after update on manual_pages begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'manual_pages'; end;
CREATE TRIGGER manual_pages_counts_delete after delete on manual_pages begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'manual_pages'; end;
CREATE UNIQUE INDEX manual_pages_twins on manual_pages (manual_id, topic_id, subtopic_id) where is_deleted = 0;
CREATE INDEX manual_pages_by_manual_id on manual_pages (manual_id, id);
CREATE INDEX manual_pages_deleted_by_manual_id on manual_pages (manual_id, id) where is_deleted = 1;
CREATE INDEX manual_pages_by_topic_id on manual_pages (topic_id, id);
CREATE INDEX manual_pages_deleted_by_topic_id on manual_pages (topic_id, id) where is_deleted = 1;
CREATE INDEX manual_pages_by_subtopic_id on manual_pages (subtopic_id, id);
CREATE INDEX manual_pages_deleted_by_subtopic_id on manual_pages (subtopic_id, id) where is_deleted = 1;
CREATE INDEX "manual_pages_newest" on "manual_pages" ("created_at", "id");
CREATE INDEX users_by_is_deleted on users (is_deleted, id);
CREATE TRIGGER users_counts_insert after insert on users begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'users'; end;
CREATE TRIGGER users_counts_update after update on users begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'users'; end;
CREATE TRIGGER users_counts_delete after delete on users begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'users'; end;
CREATE TRIGGER users_search_insert after insert on users begin insert into users_search (rowid, name_key, email_key) values (new.seq, new.name_key, new.email_key); end;
CREATE TRIGGER users_search_delete after delete on users begin insert into users_search (users_search, rowid, name_key, email_key) values ('delete', old.seq, old.name_key, old.email_key); end;
CREATE TRIGGER users_search_update after update of name_key, email_key on users begin insert into users_search (users_search, rowid, name_key, email_key) values ('delete', old.seq, old.name_key, old.email_key); insert into users_search (rowid, name_key, email_key) values (new.seq, new.name_key, new.email_key); end;
CREATE INDEX users_deleted_by_name_key on users (name_key, id) where is_deleted = 1;
CREATE INDEX users_by_email_key on users (email_key, id);
CREATE INDEX users_deleted_by_email_key on users (email_key, id) where is_deleted = 1;
CREATE INDEX users_by_status on users (status, id);
CREATE INDEX users_deleted_by_status on users (status, id) where is_deleted = 1;
CREATE UNIQUE INDEX "users_by_social_id" on "users" ("type", "social_id");
CREATE INDEX "app_sessions_of_user" on "app_sessions" ("user_id");
CREATE TRIGGER app_sign_ins_counts_insert after insert on app_sign_ins begin update record_counts set active = active + 1, stamp = stamp + 1 where table_name = 'app_sign_ins'; end;
CREATE INDEX rvs_by_is_deleted on rvs (is_deleted, id);
CREATE TRIGGER rvs_counts_insert after insert on rvs begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'rvs'; end;
CREATE TRIGGER rvs_counts_update after update on rvs begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'rvs'; end;
CREATE TRIGGER rvs_counts_delete after delete on rvs begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'rvs'; end;
CREATE TRIGGER rvs_search_insert after insert on rvs begin insert into rvs_search (rowid, serial_no, vin) values (new.seq, new.serial_no, new.vin); end;
CREATE TRIGGER rvs_search_delete after delete on rvs begin insert into rvs_search (rvs_search, rowid, serial_no, vin) values ('delete', old.seq, old.serial_no, old.vin); end;
CREATE TRIGGER rvs_search_update after update of serial_no, vin on rvs begin insert into rvs_search (rvs_search, rowid, serial_no, vin) values ('delete', old.seq, old.serial_no, old.vin); insert into rvs_search (rowid, serial_no, vin) values (new.seq, new.serial_no, new.vin); end;
CREATE INDEX rvs_deleted_by_user_id on rvs (user_id, id) where is_deleted = 1;
CREATE INDEX rvs_deleted_by_cat_id on rvs (cat_id, id) where is_deleted = 1;
CREATE INDEX rvs_deleted_by_model_id on rvs (model_id, id) where is_deleted = 1;
CREATE INDEX rvs_deleted_by_year_id on rvs (year_id, id) where is_deleted = 1;
CREATE INDEX rvs_deleted_by_serial_no on rvs (serial_no, id) where is_deleted = 1;
CREATE INDEX rvs_deleted_by_vin on rvs (vin, id) where is_deleted = 1;
CREATE INDEX "warranties_by_serial" on "warranties" ("serial", "expires_on" desc);
CREATE INDEX dealers_by_is_deleted on dealers (is_deleted, id);
CREATE TRIGGER dealers_counts_insert after insert on dealers begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'dealers'; end;
CREATE TRIGGER dealers_counts_update after update on dealers begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'dealers'; end;
CREATE TRIGGER dealers_counts_delete after delete on dealers begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'dealers'; end;
CREATE TRIGGER dealers_search_insert after insert on dealers begin insert into dealers_search (rowid, name_key, city_key, state_key, phone, tollfree) values (new.seq, new.name_key, new.city_key, new.state_key, new.phone, new.tollfree); end;
CREATE TRIGGER dealers_search_delete after delete on dealers begin insert into dealers_search (dealers_search, rowid, name_key, city_key, state_key, phone, tollfree) values ('delete', old.seq, old.name_key, old.city_key, old.state_key, old.phone, old.tollfree); end;
CREATE TRIGGER dealers_search_update after update of name_key, city_key, state_key, phone, tollfree on dealers begin insert into dealers_search (dealers_search, rowid, name_key, city_key, state_key, phone, tollfree) values ('delete', old.seq, old.name_key, old.city_key, old.state_key, old.phone, old.tollfree); insert into dealers_search (rowid, name_key, city_key, state_key, phone, tollfree) values (new.seq, new.name_key, new.city_key, new.state_key, new.phone, new.tollfree); end;
CREATE INDEX dealers_by_name_key on dealers (name_key, id);
CREATE INDEX dealers_deleted_by_name_key on dealers (name_key, id) where is_deleted = 1;
CREATE INDEX dealers_by_type on dealers (type, id);
CREATE INDEX dealers_deleted_by_type on dealers (type, id) where is_deleted = 1;
CREATE INDEX dealers_by_active_lines on dealers (active_lines, id);
CREATE INDEX dealers_deleted_by_active_lines on dealers (active_lines, id) where is_deleted = 1;
CREATE INDEX dealers_by_city_key on dealers (city_key, id);
CREATE INDEX dealers_deleted_by_city_key on dealers (city_key, id) where is_deleted = 1;
CREATE INDEX dealers_by_state_key on dealers (state_key, id);
CREATE INDEX dealers_deleted_by_state_key on dealers (state_key, id) where is_deleted = 1;
CREATE INDEX dealers_by_phone on dealers (phone, id);
CREATE INDEX dealers_deleted_by_phone on dealers (phone, id) where is_deleted = 1;
CREATE INDEX dealers_by_tollfree on dealers (tollfree, id);
CREATE INDEX dealers_deleted_by_tollfree on dealers (tollfree, id) where is_deleted = 1;
CREATE INDEX "dealers_newest" on "dealers" ("created_at", "id");
CREATE INDEX notifications_by_is_deleted on notifications (is_deleted, id);
CREATE TRIGGER notifications_counts_insert after insert on notifications begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'notifications'; end;
CREATE TRIGGER notifications_counts_update after update on notifications begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'notifications'; end;
CREATE TRIGGER notifications_counts_delete after delete on notifications begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'notifications'; end;
CREATE TRIGGER notifications_search_insert after insert on notifications begin insert into notifications_search (rowid, title_key) values (new.seq, new.title_key); end;
CREATE TRIGGER notifications_search_delete after delete on notifications begin insert into notifications_search (notifications_search, rowid, title_key) values ('delete', old.seq, old.title_key); end;
CREATE TRIGGER notifications_search_update after update of title_key on notifications begin insert into notifications_search (notifications_search, rowid, title_key) values ('delete', old.seq, old.title_key); insert into notifications_search (rowid, title_key) values (new.seq, new.title_key); end;
CREATE INDEX notifications_by_title_key on notifications (title_key, id);
CREATE INDEX notifications_deleted_by_title_key on notifications (title_key, id) where is_deleted = 1;
CREATE INDEX notifications_by_sent_by on notifications (sent_by, id);
CREATE INDEX notifications_deleted_by_sent_by on notifications (sent_by, id) where is_deleted = 1;
CREATE INDEX notifications_by_recipients on notifications (recipients, id);
CREATE INDEX notifications_deleted_by_recipients on notifications (recipients, id) where is_deleted = 1;
CREATE INDEX "notifications_newest" on "notifications" ("created_at", "id");
CREATE UNIQUE INDEX "notification_recipients_twins" on "notification_recipients" ("notification_id", "user_id");
CREATE INDEX "notification_recipients_by_state" on "notification_recipients" ("notification_id", "state", "seq");
CREATE INDEX "notification_recipients_inbox" on "notification_recipients" ("user_id", "seq");
CREATE TRIGGER notification_recipients_stamp after update of read_at on notification_recipients begin update record_counts set stamp = stamp + 1 where table_name = 'notification_recipients'; end;
CREATE INDEX "devices_of_user" on "devices" ("user_id", "created_at");
CREATE INDEX "devices_of_session" on "devices" ("session");
CREATE UNIQUE INDEX "rv_types_by_name_key" on "rv_types" ("name_key", "id");
CREATE UNIQUE INDEX "years_by_name_key" on "years" ("name_key", "id");
CREATE UNIQUE INDEX "models_by_name_key" on "models" ("name_key", "id");
CREATE UNIQUE INDEX "topics_by_name_key" on "topics" ("name_key", "id");
CREATE UNIQUE INDEX "sub_topics_by_name_key" on "sub_topics" ("name_key", "id");
CREATE UNIQUE INDEX "users_by_name_key" on "users" ("name_key", "id");
CREATE INDEX rvs_by_user_id on rvs (user_id, id, is_deleted);
CREATE INDEX rvs_by_cat_id on rvs (cat_id, id, is_deleted);
CREATE INDEX rvs_by_model_id on rvs (model_id, id, is_deleted);
CREATE INDEX rvs_by_year_id on rvs (year_id, id, is_deleted);
CREATE INDEX rvs_by_serial_no on rvs (serial_no, id, is_deleted);
CREATE INDEX rvs_by_vin on rvs (vin, id, is_deleted);
CREATE INDEX "rvs_newest" on "rvs" ("created_at", "id", "is_deleted");
CREATE INDEX rvs_deleted_newest on rvs (created_at, id) where is_deleted = 1;
CREATE INDEX "app_sessions_by_use" on "app_sessions" ("used_at");
CREATE INDEX "app_sessions_by_age" on "app_sessions" ("created_at");
CREATE INDEX "tries_by_end" on "tries" ("window_ends_at");
CREATE INDEX "otps_by_end" on "otps" ("expires_at");
CREATE TRIGGER app_sign_ins_counts_delete after delete on app_sign_ins begin
        update record_counts set active = active - 1, stamp = stamp + 1 where table_name = 'app_sign_ins';
      end;
CREATE UNIQUE INDEX rv_types_twins on rv_types (name_key) where is_deleted = 0;
CREATE UNIQUE INDEX years_twins on years (name_key) where is_deleted = 0;
CREATE UNIQUE INDEX models_twins on models (cat_id, year_id, name_key) where is_deleted = 0;
CREATE UNIQUE INDEX topics_twins on topics (name_key) where is_deleted = 0;
CREATE UNIQUE INDEX sub_topics_twins on sub_topics (topic_id, name_key) where is_deleted = 0;
CREATE UNIQUE INDEX cms_pages_twins on cms_pages (code_key) where is_deleted = 0;
CREATE INDEX manual_pages_printed on manual_pages (manual_id, topic_id, subtopic_id, content_key)
            where is_deleted = 0;
CREATE INDEX "known_addresses_by_use" on "known_addresses" ("used_at");
CREATE UNIQUE INDEX "views_of_admin" on "views" ("admin_id", "list", "name_key");
CREATE UNIQUE INDEX views_shared on views (list, name_key) where is_shared = 1;
CREATE UNIQUE INDEX "list_preferences_of_admin" on "list_preferences" ("admin_id", "list");
CREATE INDEX "list_preferences_by_view" on "list_preferences" ("default_view");
CREATE INDEX "users_newest" on "users" ("created_at", "id", "is_deleted");
CREATE INDEX users_deleted_newest on users (created_at, id) where is_deleted = 1;
CREATE INDEX "checklists_newest" on "checklists" ("created_at", "id", "is_deleted");
CREATE INDEX checklists_deleted_newest on checklists (created_at, id) where is_deleted = 1;
CREATE INDEX "maintenance_items_newest" on "maintenance_items" ("created_at", "id", "is_deleted");
CREATE INDEX maintenance_items_deleted_newest on maintenance_items (created_at, id) where is_deleted = 1;
CREATE INDEX "users_by_updated_at" on "users" ("updated_at", "id", "is_deleted");
CREATE INDEX users_deleted_by_updated_at on users (updated_at, id) where is_deleted = 1;
CREATE INDEX "checklists_by_updated_at" on "checklists" ("updated_at", "id", "is_deleted");
CREATE INDEX checklists_deleted_by_updated_at on checklists (updated_at, id) where is_deleted = 1;
CREATE INDEX "maintenance_items_by_updated_at" on "maintenance_items" ("updated_at", "id", "is_deleted");
CREATE INDEX maintenance_items_deleted_by_updated_at on maintenance_items (updated_at, id) where is_deleted = 1;
CREATE INDEX "rvs_by_updated_at" on "rvs" ("updated_at", "id", "is_deleted");
CREATE INDEX rvs_deleted_by_updated_at on rvs (updated_at, id) where is_deleted = 1;
CREATE TRIGGER changes_counts_insert after insert on changes begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'changes'; end;
CREATE TRIGGER changes_counts_update after update on changes begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'changes'; end;
CREATE TRIGGER changes_counts_delete after delete on changes begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'changes'; end;
CREATE TRIGGER admins_counts_insert after insert on admins begin update record_counts set active = active + 1 - new.is_deleted, deleted = deleted + new.is_deleted, stamp = stamp + 1
     where table_name = 'admins'; end;
CREATE TRIGGER admins_counts_update after update on admins begin update record_counts set active = active + old.is_deleted - new.is_deleted, deleted = deleted + new.is_deleted - old.is_deleted, stamp = stamp + 1
     where table_name = 'admins'; end;
CREATE TRIGGER admins_counts_delete after delete on admins begin update record_counts set active = active + old.is_deleted - 1, deleted = deleted + - old.is_deleted, stamp = stamp + 1
     where table_name = 'admins'; end;
CREATE UNIQUE INDEX "sessions_by_id" on "sessions" ("id");
CREATE UNIQUE INDEX "sessions_by_end" on "sessions" ("end_hash");
CREATE INDEX "known_browsers_by_use" on "known_browsers" ("used_at");
CREATE INDEX "tickets_of_admin" on "tickets" ("admin_id");
CREATE INDEX "recovery_codes_of_admin" on "recovery_codes" ("admin_id");
CREATE INDEX "passkeys_of_admin" on "passkeys" ("admin_id");
CREATE UNIQUE INDEX changes_by_seq on changes (seq);
CREATE INDEX activity_of_record on activity (record_id, version, id);
CREATE INDEX security_events_of_admin on security_events (admin_id, id);
CREATE INDEX factor_links_by_end on factor_links (expires_at);
CREATE INDEX ended_sessions_by_end on ended_sessions (ended_at);
CREATE INDEX used_tokens_by_end on used_tokens (expires_at);
CREATE INDEX sessions_by_former_hash on sessions (former_hash);
CREATE INDEX changes_of_owner on changes (user_id, seq) where user_id is not null;
CREATE INDEX changes_by_fold on changes (fold, id) where fold is not null;
CREATE INDEX rvs_newest_of_user on rvs (user_id, created_at, id, is_deleted);
CREATE INDEX changes_running on changes (undoes) where state = 'running';
CREATE INDEX renumbered_of_record on renumbered (record_id, id);
