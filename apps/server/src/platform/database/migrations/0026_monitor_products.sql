-- The list of products by name, page by page.
create index monitor_releases_product on monitor_releases (product collate "C");
