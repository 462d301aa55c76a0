-- The event store is told of everybody again: it kept the school's own fields of children.
delete from usage_people;
