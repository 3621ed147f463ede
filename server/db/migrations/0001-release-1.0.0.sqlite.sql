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
  "recovery_since" text);

CREATE TABLE "sessions" ("token_hash" text primary key,
  "admin_id" text not null references "admins" ("id"),
  "created_at" text not null,
  "used_at" text not null,
  "id" text default '' not null,
  "device" text default '' not null,
  "address" text default '' not null,
  "proved_at" text default '' not null,
  "end_hash" text,
  "browser" text);

CREATE TABLE "otps" ("email" text primary key,
  "code_hash" text not null,
  "expires_at" text not null,
  "tries" integer not null,
  "request" text default '' not null);

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
  "email_confirmed" integer default 1 not null);

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
  "undone_by" text) without rowid;

CREATE TABLE "activity" ("id" text primary key,
  "change_id" text not null,
  "at" text not null,
  "admin_id" text references "admins" ("id"),
  "user_id" text references "users" ("id"),
  "action" text not null,
  "table_name" text not null,
  "record_id" text not null,
  "version" integer,
  "changes" text not null) without rowid;

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

insert into record_counts (table_name, active, deleted, stamp) values
  ('admins', 0, 0, 0),
  ('app_images', 0, 0, 0),
  ('app_sign_ins', 0, 0, 0),
  ('changes', 0, 0, 0),
  ('checklists', 0, 0, 0),
  ('cms_pages', 0, 0, 0),
  ('dealers', 0, 0, 0),
  ('maintenance_items', 0, 0, 0),
  ('manual_pages', 0, 0, 0),
  ('manuals', 0, 0, 0),
  ('menu_items', 0, 0, 0),
  ('models', 0, 0, 0),
  ('notification_recipients', 0, 0, 0),
  ('notifications', 0, 0, 0),
  ('rv_types', 0, 0, 0),
  ('rvs', 0, 0, 0),
  ('social_medias', 0, 0, 0),
  ('sub_topics', 0, 0, 0),
  ('topics', 0, 0, 0),
  ('users', 0, 0, 0),
  ('years', 0, 0, 0);

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

CREATE INDEX "activity_of_record" on "activity" ("record_id", "id");

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
